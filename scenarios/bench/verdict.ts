import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** What one tool says of a bug. */
export interface Verdict {
  /** The sentence that leads to the bug; null if the tool finds nothing. */
  readonly found: string | null
  readonly seconds: number
}

/** The latest verdicts in a file with a JSON line each: by the bug's title, then by the tool. */
export async function knownVerdicts(file: string | undefined): Promise<Map<string, Map<string, Verdict>>> {
  const known = new Map<string, Map<string, Verdict>>()
  if (file === undefined || !existsSync(file)) return known
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  for (const line of lines) {
    const { bug, tool, found, seconds } = JSON.parse(line)
    known.set(bug, (known.get(bug) ?? new Map()).set(tool, { found, seconds }))
  }
  return known
}
