import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Examples of load files, by the part of the language and the word. */
export type LoadExamples = Readonly<Record<string, Readonly<Record<string, string>>>>

export const readLoadExamples = (): LoadExamples =>
  parse(readFileSync(new URL('./load-examples.yaml', import.meta.url), 'utf8')) as LoadExamples
