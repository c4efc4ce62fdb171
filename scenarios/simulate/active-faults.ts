import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import type { FaultRule } from '../runner/language/fault-rule.ts'
import { durationText } from '../text/duration.ts'

/** The faults of a server that can still fire, as a scenario declares them: what is left of their counts. */
export function activeFaults(faults: readonly Fault[]): FaultRule[] {
  return faults.flatMap(({ matched = 0, fired = 0, nth, times, delayMs, ...rule }) => {
    const nthLeft = nth === undefined ? undefined : nth - matched
    const timesLeft = times === undefined ? undefined : times - fired
    if ((nthLeft ?? 1) < 1 || (timesLeft ?? 1) < 1) return []
    return {
      ...rule,
      ...(nthLeft !== undefined && { nth: nthLeft }),
      ...(timesLeft !== undefined && { times: timesLeft }),
      ...(delayMs !== undefined && { delay: durationText(delayMs) }),
    }
  })
}

/** The faults on every call that they match. With fewer steps, a fault by count or by chance affects other calls. */
export const onEveryCall = (faults: readonly FaultRule[]): FaultRule[] =>
  faults.map(({ nth: _, probability: __, ...rule }) => rule)
