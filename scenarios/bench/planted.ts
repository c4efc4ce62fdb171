import { readdir, readFile } from 'node:fs/promises'
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

/** The bugs in the files of the folder `planted`. */
export async function plantedBugs(root: string): Promise<Bug[]> {
  const folder = join(root, 'scenarios/bench/planted')
  const files = (await readdir(folder)).sort()
  const lists = files.map(async (file) =>
    z.array(bug).parse(parse(await readFile(join(folder, file), 'utf8'))),
  )
  return (await Promise.all(lists)).flat()
}

/** Whether a bug shows only over HTTP: in process, calls do not pass these files. */
export const needsHttp = ({ file }: Bug): boolean => /^server\/doors\/(http|websocket)\//.test(file)
