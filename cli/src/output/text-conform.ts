import type { Conformance, PointResult } from '@inkling/scenarios/conform/conform'
import { counted } from '@inkling/scenarios/runner/reports/counted'
import type { Page } from './printer.ts'

const MARKS = {
  kept: ['green', '✓'],
  broken: ['red', '✗'],
  untried: ['yellow', '–'],
} as const

/** One line per point, and one for each difference. */
export function pointText({ area, rule, outcome, detail }: PointResult, { paint }: Page): string {
  const [format, mark] = MARKS[outcome]
  const line = `${paint(format, mark)} ${paint('dim', area.padEnd(14))} ${rule}`
  if (outcome === 'broken') return `${line}\n${' '.repeat(17)}${paint('red', detail)}`
  return outcome === 'untried' ? `${line}  ${paint('dim', detail)}` : line
}

/** The overall verdict. */
export function conformanceText({ target, kept, broken, untried }: Conformance, { paint }: Page): string {
  const verdict =
    broken === 0
      ? `${target} conforms to the documented API`
      : `${target} does not conform to the documented API`
  const left = untried === 0 ? '' : `, ${untried} were not tried`
  return `\n${paint(broken === 0 ? 'green' : 'red', verdict)}: ${counted(kept, 'point')} passed, ${broken} failed${left}`
}
