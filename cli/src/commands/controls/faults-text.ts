import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { ERROR_STATUS } from '@inkling/mock-server/contract/table/error-codes'
import { show } from '@inkling/scenarios/runner/language/values/show'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'

/** One line per fault: the calls, the condition, the effect, and how many more calls it affects. */
export function faultsText(faults: readonly Fault[], { paint }: Page): string {
  if (faults.length === 0) return 'no faults'
  const rows = faults.map((fault) => [
    [fault.match.method ?? 'any', fault.match.path ?? '*', fault.match.userId ?? ''].join(' ').trim(),
    words([
      fault.nth && `call ${fault.nth}`,
      fault.times && counted(fault.times, 'time'),
      fault.probability !== undefined && `${fault.probability * 100}% of calls`,
    ]) || 'always',
    words([
      fault.delayMs !== undefined && `${fault.delayMs} ms late`,
      statusOf(fault),
      fault.code,
      fault.message !== undefined && show(fault.message),
      fault.rawBody !== undefined && `body ${show(fault.rawBody)}`,
      fault.drop && 'connection breaks',
      fault.loseResponse && 'processed, response lost',
    ]),
    remainingOf(fault),
  ])
  return table(['calls', 'when', 'what happens', 'left'], rows, paint)
}

/** The status that the server sends; undefined if the fault changes no response. */
function statusOf({ status, code, rawBody }: Fault): string | undefined {
  if (status === undefined && code === undefined && rawBody === undefined) return undefined
  const known: Record<string, number> = ERROR_STATUS
  return `status ${status ?? known[code ?? 'INTERNAL'] ?? ERROR_STATUS.INTERNAL}`
}

/** How many more calls a fault affects. */
function remainingOf({ nth, times, matched = 0, fired = 0 }: Fault): string {
  if (nth !== undefined) return matched >= nth ? 'none' : 'once'
  return times === undefined ? 'no limit' : `${Math.max(0, times - fired)} of ${times}`
}

const words = (parts: readonly (string | number | boolean | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string').join(', ')
