import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { writePrivate } from '@inkling/scenarios/record/private-file'
import type { RunReport } from '@inkling/scenarios/runner/reports/report'
import * as z from 'zod'
import { stateFolder } from '../../settings/state-folder.ts'

const list = z.array(z.string())

const place = (): string => join(stateFolder(), 'failed-scenarios.json')

/** The files whose scenarios failed when they last ran, without those that no longer exist. */
export async function failedFiles(): Promise<readonly string[]> {
  try {
    return list.parse(JSON.parse(await readFile(place(), 'utf8'))).filter((file) => existsSync(file))
  } catch (error) {
    const isOurs = error instanceof SyntaxError || error instanceof z.ZodError
    // A damaged list is as good as none: the next run writes it again.
    if (isOurs || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Remembers which scenarios failed, for `--failed`. Those that did not run keep their result. */
export async function rememberFailures(runs: readonly RunReport[]): Promise<void> {
  const before = await failedFiles()
  const ran = runs.map(({ file }) => resolve(file))
  const failed = runs
    .filter(({ outcome, brokenThresholds }) => outcome === 'failed' || brokenThresholds.length > 0)
    .map(({ file }) => resolve(file))
  const after = [...new Set([...before.filter((file) => !ran.includes(file)), ...failed])]
  if (after.join('\n') === before.join('\n')) return
  await mkdir(dirname(place()), { recursive: true, mode: 0o700 })
  await writePrivate(place(), `${JSON.stringify(after, null, 2)}\n`)
}
