import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

const examplesFile = z.record(z.string(), z.record(z.string(), z.string()))

/** YAML examples by language part and key: steps, or keys of a file. */
export type Examples = z.infer<typeof examplesFile>

/** Reads an examples file. */
export const examplesAt = (file: URL): Examples => examplesFile.parse(parse(readFileSync(file, 'utf8')))

export const readExamples = (): Examples => examplesAt(new URL('./examples.yaml', import.meta.url))
