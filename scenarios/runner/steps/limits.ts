import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { milliseconds, timerMs } from '../../text/duration.ts'
import type { Step, StepOf } from '../language/steps.ts'
import { withDeadline } from '../language/values/pattern.ts'
import { abortable } from '../targets/abortable.ts'
import { inStep, StepCalls } from './calls/made-calls.ts'
import type { Session } from './session.ts'
import { failure, isRetryable } from './step-failure.ts'

/* Time limits and retries of steps. */

/** When a `wait-until` step gives up. */
export const waitLimit = (step: StepOf<'wait-until'>): string => step['until-within'] ?? '30s'

/** Waits by the server's clock: moves it if it is frozen. */
export async function pause(ms: number, session: Session, signal: AbortSignal | undefined): Promise<void> {
  if (session.isClockFrozen) await clientOf(session.access).changeClock({ body: { advanceMs: ms } })
  else await sleep(timerMs(ms), undefined, { signal })
}

/** Repeats a failing step as its `retries` say. */
export async function withRetries(
  step: Step,
  session: Session,
  perform: () => Promise<string>,
): Promise<string> {
  const given = ('retries' in step && step.retries) || 0
  const { times: max, every } = typeof given === 'number' ? { times: given, every: undefined } : given
  for (let retries = 0; ; retries++) {
    try {
      const detail = await perform()
      return retries === 0 ? detail : `${detail} (on attempt ${retries + 1})`.trim()
    } catch (error) {
      if (!isRetryable(error) || retries >= max) throw error
    }
    if (every !== undefined) {
      await pause(milliseconds(every), session, AbortSignal.any([session.signal, session.ended]))
    }
  }
}

/** The time limit of a step in milliseconds, and the key in the file that sets it. */
export function timeOf(step: Step, stepTimeoutMs: number): { limitMs: number; path: readonly string[] } {
  if ('wait-until' in step) return { limitMs: milliseconds(waitLimit(step)) + stepTimeoutMs, path: [] }
  if ('socket' in step) return { limitMs: milliseconds(step.within ?? '0s') + stepTimeoutMs, path: [] }
  if ('timeout' in step && step.timeout !== undefined)
    return { limitMs: milliseconds(step.timeout), path: ['timeout'] }
  return { limitMs: stepTimeoutMs, path: [] }
}

/** When work is aborted, and where its calls are recorded. */
interface TimeLimit {
  readonly limitMs: number
  readonly session: Pick<Session, 'signal' | 'ended' | 'isTraced'>
  /** The key in the file that sets the limit. */
  readonly path?: readonly string[]
  /** Receives the calls of the work, for the report. */
  readonly onCalls?: (calls: StepCalls) => void
  /** Whether it is a step of the file; false for bots that sign in before the first one. */
  readonly isStep?: boolean
}

/** Runs work, and aborts its calls and patterns if it exceeds the limit or the run ends. */
export async function withTimeout<T>(
  work: () => Promise<T>,
  { limitMs, session, path = [], onCalls, isStep }: TimeLimit,
): Promise<T> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(failure(`timed out after ${limitMs} ms`, path)),
    timerMs(limitMs),
  )
  const signal = AbortSignal.any([session.signal, session.ended, timeout.signal])
  const calls = new StepCalls(signal, { isStep, isTraced: session.isTraced })
  onCalls?.(calls)
  try {
    const deadline = performance.now() + limitMs
    return await abortable(
      withDeadline(deadline, () => inStep(calls, work)),
      calls.signal,
    )
  } finally {
    clearTimeout(timer)
  }
}
