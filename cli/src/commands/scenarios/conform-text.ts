import type { Conformance, PointResult } from '@inkling/scenarios/conform/conform'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'

const MARKS = {
  passed: ['green', '✓'],
  failed: ['red', '✗'],
  skipped: ['yellow', '–'],
} as const

/** One line per point, and one for each difference. */
export function pointText({ area, rule, outcome, detail }: PointResult, { paint }: Page): string {
  const [format, mark] = MARKS[outcome]
  const line = `${paint(format, mark)} ${paint('dim', area.padEnd(14))} ${rule}`
  if (outcome === 'failed') return `${line}\n${' '.repeat(17)}${paint('red', detail)}`
  return outcome === 'skipped' ? `${line}  ${paint('dim', detail)}` : line
}

export function conformanceText({ target, passed, failed, skipped }: Conformance, { paint }: Page): string {
  const verdict =
    failed === 0
      ? `${target} conforms to the documented API`
      : `${target} does not conform to the documented API`
  const left = skipped === 0 ? '' : `, ${skipped} were skipped`
  return `\n${paint(failed === 0 ? 'green' : 'red', verdict)}: ${counted(passed, 'point')} passed, ${failed} failed${left}`
}
