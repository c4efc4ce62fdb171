import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Position } from './source.ts'
import type { Exchange } from './step-calls.ts'

/** How a step, or a whole run, came out. A step is `refused` when it failed and the race that it was in says some do. */
export type Outcome = 'passed' | 'failed' | 'refused' | 'skipped' | 'interrupted'

export interface StepResult {
  /** As counted in the run: 3, or 3.2 inside the third step. */
  readonly number: string
  /** Who, such as a bot's name; empty where nobody in particular does it. */
  readonly who: string
  readonly what: string
  readonly outcome: Outcome
  /** A few words on what came of it. */
  readonly detail: string
  /** Why it failed, one line each. */
  readonly problems: readonly StepProblem[]
  /** Steps inside this one, in the order of the file. */
  readonly children: readonly StepResult[]
  /** Of wall time. */
  readonly durationMs: number
  /** The last call of a step that failed. */
  readonly exchange?: Exchange
}

export interface StepProblem extends Position {
  readonly file: string
  readonly message: string
}

/** Times of the calls of a run in milliseconds. */
export interface Timings {
  readonly calls: number
  /** Calls without an answer, or with a fault of the server (500 and up). */
  readonly errors: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

export interface RunReport {
  readonly name: string
  readonly file: string
  readonly target: string
  readonly seed: string
  /** By the clock of this machine, ISO 8601. */
  readonly begunAt: string
  /** The server's is known where it has controls. */
  readonly versions: { readonly toolkit: string; readonly server: string | null }
  readonly outcome: Outcome
  readonly steps: readonly StepResult[]
  /** Expectations of the whole run that do not hold. */
  readonly brokenThresholds: readonly string[]
  readonly timings: Timings
  readonly durationMs: number
  /** The completed games that its players were in, when they were asked for. */
  readonly chains: readonly GameResults[]
}

/** What is told while a scenario runs. */
export type RunEvent =
  | {
      readonly type: 'run-begun'
      readonly name: string
      readonly file: string
      readonly target: string
      readonly seed: string
    }
  /** A step with others inside it begins; its result follows theirs. */
  | { readonly type: 'block-begun'; readonly number: string; readonly what: string }
  | { readonly type: 'step-ended'; readonly step: StepResult }
  | { readonly type: 'run-ended'; readonly run: RunReport }

/** Every step that does something itself, in order. */
export function leaves(steps: readonly StepResult[]): StepResult[] {
  return steps.flatMap((step) => (step.children.length > 0 ? leaves(step.children) : [step]))
}
