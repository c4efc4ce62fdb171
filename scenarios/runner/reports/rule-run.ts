import { VERSION } from '@inkling/mock-server/contract/constants'
import { NO_CALLS, type Outcome, type RunReport, type StepResult, stepResult } from './report.ts'

/** A rule as a tool other than the runner has checked it. */
export interface CheckedRule {
  readonly rule: string
  readonly outcome: Extract<Outcome, 'passed' | 'failed' | 'skipped'>
  /** How it is broken, or why it was not checked; empty if it holds. */
  readonly detail: string
}

/** The report of rules that were checked together, as if each were a step of a scenario. */
export function ruleRun(
  about: Pick<RunReport, 'name' | 'file' | 'target' | 'seed' | 'begunAt'> & { readonly command: string },
  rules: readonly CheckedRule[],
  server: string | null = null,
): RunReport {
  const has = (outcome: Outcome) => rules.some((each) => each.outcome === outcome)
  return {
    ...about,
    versions: { toolkit: VERSION, server },
    outcome: has('failed') ? 'failed' : has('passed') ? 'passed' : 'skipped',
    steps: rules.map((rule, at) => stepOf(rule, at, about.file)),
    ...NO_CALLS,
  }
}

const stepOf = ({ rule, outcome, detail }: CheckedRule, at: number, file: string): StepResult =>
  stepResult({
    number: String(at + 1),
    what: rule,
    outcome,
    detail: outcome === 'skipped' ? detail : '',
    problems: outcome === 'failed' ? [{ file, line: at + 1, column: 1, message: detail }] : [],
  })
