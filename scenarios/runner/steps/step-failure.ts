import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { BotError } from '../../bots/bot-error.ts'
import type { Mismatch } from '../language/values/match.ts'
import { PatternTimeout } from '../language/values/pattern.ts'
import { UnknownVariable } from '../language/values/variables.ts'
import type { Exchange, StepProblem, StepResult } from '../reports/report.ts'
import { Leak } from './leak.ts'

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

/** Gives an error of a step the step's position and its last call. */
export type Located = (error: unknown) => Promise<BackgroundFailure>

/** A failed background call, which is reported after its step has ended. */
export class BackgroundFailure extends Error {
  override name = 'BackgroundFailure'
  readonly located: readonly StepProblem[]
  readonly exchange: Exchange | undefined
  /** The stack of an error that no step should have. */
  readonly unexpected: string | undefined
  readonly isLeak: boolean

  constructor(
    located: readonly StepProblem[],
    exchange: Exchange | undefined,
    unexpected?: string,
    isLeak = false,
  ) {
    super(located.map(({ message }) => message).join('; '))
    this.located = located
    this.exchange = exchange
    this.unexpected = unexpected
    this.isLeak = isLeak
  }
}

/** A reply that is not as documented, over which the runner or a bot has stumbled. */
export class StrangeReply extends Error {
  override name = 'StrangeReply'
}

/** The errors with which a step fails. Any other one is a fault of this program. */
const EXPECTED = [StepFailure, BackgroundFailure, ApiError, BotError, UnknownVariable, PatternTimeout, Leak]

/** The stack of an error that no step should have, and that no race expects; undefined for a step that failed as steps do. */
export function unexpectedStack(error: unknown): string | undefined {
  if (error instanceof BackgroundFailure) return error.unexpected
  if (EXPECTED.some((kind) => error instanceof kind)) return undefined
  if (error instanceof StrangeReply) return unexpectedStack(error.cause)
  return error instanceof Error ? (error.stack ?? String(error)) : String(error)
}

/** What is wrong, in one line. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return errorText(error)
  const message = error instanceof Error ? error.message : String(error)
  if (unexpectedStack(error) === undefined || error instanceof StrangeReply) return message
  return `this is a bug in inkling: ${error instanceof Error ? `${error.name}: ` : ''}${message}`
}

/** An error on one line, without a status if there was no reply. */
export const errorText = ({ status, code, message }: { status: number; code: string; message: string }) =>
  `${status === 0 ? '' : `${status} `}${code}: ${message}`

/** A failure with one problem. */
export const failure = (message: string, path: readonly PropertyKey[] = []): StepFailure =>
  new StepFailure([{ path, message }])

export const isRetryable = (error: unknown): boolean =>
  error instanceof StepFailure || error instanceof ApiError
