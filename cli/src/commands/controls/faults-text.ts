import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { show } from '@inkling/scenarios/runner/language/values/show'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'

/** One line per fault: the calls, the condition, the effect, and how many more calls it affects. */
export function faultsText(faults: readonly Fault[], { paint }: Page): string {
  if (faults.length === 0) return 'no faults'
  const rows = faults.map(
    ({
      match,
      nth,
      times,
      probability,
      delayMs,
      status,
      code,
      message,
      rawBody,
      drop,
      loseResponse,
      ...counters
    }) => [
      [match.method ?? 'any', match.path ?? '*', match.userId ?? ''].join(' ').trim(),
      words([
        nth && `call ${nth}`,
        times && counted(times, 'time'),
        probability !== undefined && `${probability * 100}% of calls`,
      ]) || 'always',
      words([
        delayMs !== undefined && `${delayMs} ms late`,
        status !== undefined && `status ${status}`,
        code,
        message !== undefined && show(message),
        rawBody !== undefined && `body ${show(rawBody)}`,
        drop && 'connection breaks',
        loseResponse && 'processed, response lost',
      ]),
      remainingOf({ nth, times, ...counters }),
    ],
  )
  return table(['calls', 'when', 'what happens', 'left'], rows, paint)
}

/** How many more calls a fault affects. */
function remainingOf({
  nth,
  times,
  matched = 0,
  fired = 0,
}: Pick<Fault, 'nth' | 'times' | 'matched' | 'fired'>) {
  if (nth !== undefined) return matched >= nth ? 'none' : 'once'
  return times === undefined ? 'no limit' : `${Math.max(0, times - fired)} of ${times}`
}

const words = (parts: readonly (string | number | boolean | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string').join(', ')
