import { clientOf } from '@inkling/mock-server/contract/client/client'
import { clockChangeOf } from '../../runner/language/step-definitions/controls.ts'
import type { Target } from '../../runner/targets/target.ts'
import type { ClockEvent, LoadPlan } from '../file/plan.ts'

/**
 * Changes the clock of the server at the times of the plan. After a failed change, there are no more.
 * @param signal ends a pending change.
 */
export function startClock(
  plan: LoadPlan,
  target: Target,
  signal: AbortSignal,
  onMoved: (event: ClockEvent) => void,
  onFailed: () => void,
) {
  const admin = clientOf(target)
  const moves: Promise<void>[] = []
  let failure: string | null = null
  const move = async (event: ClockEvent) => {
    try {
      await admin.changeClock({ body: clockChangeOf(event.clock) }, { signal })
      onMoved(event)
    } catch (error) {
      // The interrupt ends the load, not the server's answer.
      if (signal.aborted) return
      failure ??= error instanceof Error ? error.message : String(error)
      stop()
      onFailed()
    }
  }
  const timers = plan.during.map((event) => setTimeout(() => moves.push(move(event)), event.atMs))
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
  }
  return {
    stop,
    /** Waits for pending changes. Returns the message of the first failure; null if there was none. */
    async failure(): Promise<string | null> {
      await Promise.all(moves)
      return failure
    },
  }
}
