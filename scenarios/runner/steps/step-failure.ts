import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Mismatch } from '../language/values/match.ts'
import type { Exchange, StepProblem, StepResult } from '../reports/report.ts'

/** A failed step. The paths of its problems are relative to the step. */
export class StepFailure extends Error {
  override name = 'StepFailure'
  readonly problems: readonly Mismatch[]

  /** The inner steps that have finished. */
  readonly children: readonly StepResult[]

  constructor(problems: readonly Mismatch[], children: readonly StepResult[] = []) {
    super(problems.map(({ message }) => message).join('; '))
    this.problems = problems
    this.children = children
  }
}

/** Gives an error of a step the step's position and its last call. Rethrows internal errors. */
export type Located = (error: unknown) => Promise<BackgroundFailure>

/** A failed background call, which is reported after its step has ended. */
export class BackgroundFailure extends Error {
  override name = 'BackgroundFailure'
  readonly located: readonly StepProblem[]
  readonly exchange: Exchange | undefined

  constructor(located: readonly StepProblem[], exchange: Exchange | undefined) {
    super(located.map(({ message }) => message).join('; '))
    this.located = located
    this.exchange = exchange
  }
}

/** An error on one line, without a status if there was no reply. */
export const errorText = ({ status, code, message }: { status: number; code: string; message: string }) =>
  `${status === 0 ? '' : `${status} `}${code}: ${message}`

/** A failure with one problem. */
export const failure = (message: string, path: readonly PropertyKey[] = []): StepFailure =>
  new StepFailure([{ path, message }])

export const isRetryable = (error: unknown): boolean =>
  error instanceof StepFailure || error instanceof ApiError
