import { VERSION } from '@inkling/mock-server/contract/constants'
import type { ScenarioFileError } from '../language/files/file-error.ts'
import type { RunReport, StepProblem } from './report.ts'

/** The report of a scenario file that cannot be read: one failed step with its problems. */
export const brokenFileReport = (file: string, { problems }: ScenarioFileError): RunReport => ({
  ...failedStart({ name: file, file, target: 'none', seed: '' }, 'read the file', problems),
  isUnreadable: true,
})

/** The report of a scenario that could not start: one failed step with the reasons. */
export const failedStart = (
  about: Pick<RunReport, 'name' | 'file' | 'target' | 'seed'>,
  what: string,
  problems: readonly StepProblem[],
  now = new Date(),
): RunReport => ({
  ...about,
  begunAt: now.toISOString(),
  versions: { toolkit: VERSION, server: null },
  outcome: 'failed',
  steps: [
    { number: '1', who: '', what, outcome: 'failed', detail: '', problems, children: [], durationMs: 0 },
  ],
  brokenThresholds: [],
  timings: { calls: 0, errors: 0, p50: 0, p95: 0, p99: 0, max: 0 },
  durationMs: 0,
  chains: [],
})
