import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@inkling/mock-server/contract/api-error'
import { adminClient } from '../bots/door.ts'
import { performCall } from './call-steps.ts'
import { milliseconds } from './duration.ts'
import type { Step, WaitStep } from './language.ts'
import type { Session } from './session.ts'
import { failure, StepFailure } from './step-failure.ts'

/** How long and how often a step is tried. */

/** Tries again until the call comes out as expected; time that stands still is moved on in between. */
export async function performWait(step: WaitStep, session: Session): Promise<string> {
  const every = milliseconds(step.every ?? '1s')
  const within = milliseconds(step.within ?? '30s')
  for (let waited = 0; ; waited += every) {
    try {
      return await performCall(step['wait-until'], session)
    } catch (error) {
      if (!(error instanceof StepFailure) || waited + every > within) throw error
    }
    if (session.movesTime) await adminClient(session.door).changeClock({ body: { advanceMs: every } })
    else await sleep(every, undefined, { signal: session.signal })
  }
}

/** Does a step anew when it fails, as often as it says. */
export async function persistently(step: Step, perform: () => Promise<string>): Promise<string> {
  const most = ('retries' in step && step.retries) || 0
  for (let retries = 0; ; retries++) {
    try {
      const detail = await perform()
      return retries === 0 ? detail : `${detail} (at try ${retries + 1})`.trim()
    } catch (error) {
      const mayBeRight = error instanceof StepFailure || error instanceof ApiError
      if (!mayBeRight || retries >= most) throw error
    }
  }
}

/** What a step may take, unless it says it itself, and what ends it early. */
interface Patience {
  readonly session: Pick<Session, 'signal'>
  readonly stepTimeoutMs: number
}

/** Waits for work no longer than its step may take, nor than the run goes on. */
export function inTime<T>(work: Promise<T>, step: Step, { session, stepTimeoutMs }: Patience): Promise<T> {
  const own = 'within' in step && step.within !== undefined && !('wait-until' in step || 'socket' in step)
  const limit = own ? milliseconds(step.within ?? '') : stepTimeoutMs
  return unlessLate(work, limit, session.signal, own ? ['within'] : [])
}

/** Rejects when the work has not ended in time, or the signal fires. */
export async function unlessLate<T>(
  work: Promise<T>,
  limitMs: number,
  signal: AbortSignal,
  path: readonly PropertyKey[] = [],
): Promise<T> {
  let stop = (_: unknown): void => {}
  const late = new Promise<never>((_, reject) => {
    stop = reject
  })
  const timer = setTimeout(() => stop(failure(`this took longer than ${limitMs} ms`, path)), limitMs)
  const onAbort = () => stop(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
