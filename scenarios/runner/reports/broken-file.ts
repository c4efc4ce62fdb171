import { VERSION } from '@inkling/mock-server/contract/constants'
import type { ScenarioFileError } from '../language/files/file-error.ts'
import type { RunReport } from './report.ts'

/** The report of a scenario file that cannot be read: one failed step with its problems. */
export const brokenFileReport = (
  file: string,
  { problems }: ScenarioFileError,
  now = new Date(),
): RunReport => ({
  name: file,
  file,
  target: 'none',
  seed: '',
  begunAt: now.toISOString(),
  versions: { toolkit: VERSION, server: null },
  outcome: 'failed',
  isUnreadable: true,
  steps: [
    {
      number: '1',
      who: '',
      what: 'read the file',
      outcome: 'failed',
      detail: '',
      problems,
      children: [],
      durationMs: 0,
    },
  ],
  brokenThresholds: [],
  timings: { calls: 0, errors: 0, p50: 0, p95: 0, p99: 0, max: 0 },
  durationMs: 0,
  chains: [],
})
