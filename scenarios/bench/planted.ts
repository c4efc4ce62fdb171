import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

const bug = z.strictObject({
  title: z.string(),
  file: z.string().describe('below mock-server/src'),
  from: z.string().describe('stands once in the file'),
  to: z.string(),
})

/** A bug that a backend team could ship, as a small edit of the reference. */
export type Bug = z.infer<typeof bug>

/** The bugs of planted.yaml. */
export async function plantedBugs(root: string): Promise<Bug[]> {
  return z.array(bug).parse(parse(await readFile(join(root, 'scenarios/bench/planted.yaml'), 'utf8')))
}
