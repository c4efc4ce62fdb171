import type { RunReport, StepResult } from './report.ts'

export const passedStep: StepResult = {
  number: '1',
  who: 'ann',
  what: 'today',
  outcome: 'passed',
  detail: '',
  problems: [],
  children: [],
  durationMs: 12,
}

export const passedRun: RunReport = {
  name: 'a day',
  file: 'day.yaml',
  target: 'in process',
  seed: '4',
  begunAt: '2026-03-07T12:00:00.000Z',
  versions: { toolkit: '1.0.0', server: null },
  outcome: 'passed',
  steps: [passedStep],
  brokenThresholds: [],
  timings: { calls: 3, errors: 0, p50: 1, p95: 2, p99: 2, max: 2 },
  durationMs: 40,
  chains: [],
}
