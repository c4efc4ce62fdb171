import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { ERROR_STATUS } from '@inkling/mock-server/contract/table/error-codes'
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
        statusOf({ status, code, rawBody }),
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

/** The status that the server sends; undefined if the fault changes no response. */
function statusOf({ status, code, rawBody }: Pick<Fault, 'status' | 'code' | 'rawBody'>): string | undefined {
  if (status === undefined && code === undefined && rawBody === undefined) return undefined
  const known: Record<string, number> = ERROR_STATUS
  return `status ${status ?? known[code ?? 'INTERNAL'] ?? ERROR_STATUS.INTERNAL}`
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
