import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Position } from '../language/files/source.ts'

/** The outcome of a step or a run. A step is `refused` if it failed inside a race that expects failures. */
export type Outcome = 'passed' | 'failed' | 'refused' | 'skipped' | 'interrupted'

export interface StepResult {
  /** The step's number in the run: 3, or 3.2 for a step inside the third one. */
  readonly number: string
  /** Who acts, such as a bot's name; empty if nobody does. */
  readonly who: string
  readonly what: string
  readonly outcome: Outcome
  /** A short summary of the result. */
  readonly detail: string
  /** The time in `detail`, which is in the time zone of the game, in UTC. */
  readonly instant?: string
  /** Why it failed, one line per problem. */
  readonly problems: readonly StepProblem[]
  /** The steps inside this one, in file order. */
  readonly children: readonly StepResult[]
  /** By the wall clock, not the server's clock. */
  readonly durationMs: number
  /** The last call of a failed step. */
  readonly exchange?: Exchange
  /** Its calls in order, if requested. */
  readonly calls?: readonly TracedCall[]
  /** The stack of an error that is a fault of this program, or of a reply that is not as documented. */
  readonly stack?: string
  /** Set for a failure that no race can expect: a fault of this program, or a leak that `never` has found. */
  readonly isUnexpected?: true
}

export interface StepProblem extends Position {
  readonly file: string
  readonly message: string
  /** The path to the value in the reply. */
  readonly at?: readonly (string | number)[]
}

/** A call and its reply as reports show them, without secrets. */
export interface Exchange {
  /** The call as a curl command. */
  readonly curl: string
  /** 0 if there was no reply. */
  readonly status: number
  /** The shortened body, or why there was no reply. */
  readonly reply: string
}

/** A call of a step, with a reply that is shortened to a few lines. */
export interface TracedCall extends Exchange {
  /** The method and the path. */
  readonly call: string
  readonly ms: number
}

/** Durations of the calls of a run in milliseconds. */
export interface Timings {
  readonly calls: number
  /** Calls without a response, or with a server error (500 and up). */
  readonly errors: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

export interface RunReport {
  readonly name: string
  readonly file: string
  readonly tags?: readonly string[]
  readonly target: string
  readonly seed: string
  /** By this machine's clock, ISO 8601. */
  readonly begunAt: string
  /** `server` is null if the target does not report its version. */
  readonly versions: { readonly toolkit: string; readonly server: string | null }
  readonly outcome: Outcome
  /** Set for a file that is not a valid scenario, of which nothing ran. */
  readonly isUnreadable?: true
  /** The words of the command that repeats it, if it is not a scenario file. */
  readonly command?: string
  /** Set if the steps after a failed one ran too. */
  readonly keptGoing?: true
  readonly steps: readonly StepResult[]
  /** Thresholds of the run that were not met. */
  readonly brokenThresholds: readonly string[]
  readonly timings: Timings
  readonly durationMs: number
  /** The completed games of its players, if requested. */
  readonly chains: readonly GameResults[]
  /** The attempts before this one, which failed, if the run was repeated. */
  readonly failedAttempts?: readonly RunReport[]
}

/** Events while a scenario runs. */
export type RunEvent =
  | {
      readonly type: 'run-begun'
      readonly name: string
      readonly file: string
      readonly target: string
      readonly seed: string
    }
  /** A step with inner steps begins. Its result follows those of the inner steps. */
  | { readonly type: 'block-begun'; readonly number: string; readonly what: string }
  | { readonly type: 'step-ended'; readonly step: StepResult }
  /** A run failed, and is repeated. */
  | {
      readonly type: 'attempt-failed'
      readonly run: RunReport
      readonly attempt: number
      readonly attempts: number
    }
  | { readonly type: 'run-ended'; readonly run: RunReport }

/** The result of a step without inner steps that took no time, unless it says otherwise. */
export const stepResult = (
  result: Pick<StepResult, 'number' | 'what' | 'outcome'> & Partial<StepResult>,
): StepResult => ({ who: '', detail: '', problems: [], children: [], durationMs: 0, ...result })

/** What the report of a run without calls and games has. */
export const NO_CALLS = {
  brokenThresholds: [],
  timings: { calls: 0, errors: 0, p50: 0, p95: 0, p99: 0, max: 0 },
  durationMs: 0,
  chains: [],
} as const

/** All steps without inner steps, in order. */
export function leaves(steps: readonly StepResult[]): StepResult[] {
  return steps.flatMap((step) => (step.children.length > 0 ? leaves(step.children) : [step]))
}

/** The steps without inner steps, and the blocks that have problems themselves, such as a race, in order. */
export function reportedSteps(steps: readonly StepResult[]): StepResult[] {
  return steps.flatMap((step) => {
    if (step.children.length === 0) return [step]
    return [...(step.problems.length > 0 ? [step] : []), ...reportedSteps(step.children)]
  })
}
