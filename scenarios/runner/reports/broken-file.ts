import { VERSION } from '@inkling/mock-server/contract/constants'
import type { ScenarioFileError } from '../language/files/file-error.ts'
import { NO_CALLS, type RunReport, type StepProblem, stepResult } from './report.ts'

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
  steps: [stepResult({ number: '1', what, outcome: 'failed', problems })],
  ...NO_CALLS,
})
