import { ms } from '@inkling/scenarios/load/reports/figures'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { LoadComparison } from './load-reports.ts'

const COLORS = { slower: 'red', faster: 'green', same: 'dim' } as const

/** A comparison of two loads: one line per figure that changed, and one for the rest. */
export function loadComparisonText(
  { test, before, after, figures }: LoadComparison,
  { paint }: Page,
): string {
  const side = ({ file, outcome, rateReached, errors }: LoadComparison['before']) =>
    `${file}: ${outcome}, ${Math.round(rateReached)} calls a second, ${(100 * errors).toFixed(2)}% failed`
  const changed = figures.filter(({ verdict }) => verdict !== 'same')
  const rows = changed.map(({ call, figure, before: first, after: second, ratio, low, high, verdict }) => [
    call,
    figure,
    ms(first),
    ms(second),
    `${times(ratio)} (${times(low)} to ${times(high)})`,
    paint(COLORS[verdict], verdict),
  ])
  const same = figures.length - changed.length
  return [
    side(before),
    side(after),
    '',
    ...(figures.length === 0
      ? ['There is too little data to compare: each call needs 30 s and 100 calls in both loads.']
      : changed.length === 0
        ? ['No figure has changed beyond noise.']
        : [table(['call', 'figure', 'before', 'after', 'ratio', ''], rows, paint)]),
    ...(changed.length > 0 && same > 0
      ? [paint('dim', `${same} other figures are the same within noise.`)]
      : []),
    ...notValid(before, after).map((sentence) => paint('yellow', sentence)),
    paint('dim', `Test: ${test}.`),
  ].join('\n')
}

const times = (ratio: number): string => `×${ratio.toFixed(2)}`

/** Warnings about runs that ended early or are void, whose figures cannot be compared. */
const notValid = (...sides: LoadComparison['before'][]): string[] =>
  sides
    .filter(({ outcome }) => outcome === 'void' || outcome === 'interrupted' || outcome === 'stopped')
    .map(({ file, outcome }) => `${file} is ${outcome}: its figures say little about the server.`)
