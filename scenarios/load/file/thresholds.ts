import { holds, parseLimit } from '../../runner/language/values/limit.ts'
import type { LoadSummary, ThresholdResult } from '../figures/report.ts'
import { rounded } from '../reports/figures.ts'

/** The figures that thresholds are checked against. */
export type Measured = Pick<LoadSummary, 'http' | 'byCall' | 'errors' | 'calls' | 'late' | 'turns'> & {
  readonly invariants: number
}

/** Checks each threshold against its measured value. A threshold without a measurement does not hold. */
export function checkThresholds(
  thresholds: Readonly<Record<string, string | number>>,
  measured: Measured,
): ThresholdResult[] {
  return Object.entries(thresholds).map(([name, limit]) => {
    const parsed = parseLimit(limit)
    const { unit } = parsed
    const value = measuredValue(name, unit === '%', measured)
    return {
      name,
      limit: String(limit),
      value,
      unit: unit === 's' ? 'ms' : unit,
      holds: value !== null && holds(value, parsed),
    }
  })
}

/** Milliseconds, a percentage or a count; null if no call was made that the threshold measures. */
function measuredValue(name: string, isShare: boolean, measured: Measured): number | null {
  if (measured.calls === 0) return null
  const share = (part: number, whole: number) => (isShare ? (100 * part) / whole : part)
  if (name === 'errors') return share(measured.errors, measured.calls)
  if (name === 'late') return 100 * measured.late
  if (name === 'turns') return measured.turns
  if (name === 'invariants') return measured.invariants
  const end = name.lastIndexOf('.')
  const figure = name.slice(end + 1)
  const of = name.startsWith('http.') ? measured.http : measured.byCall[name.slice('calls.'.length, end)]
  if (!of || of.count === 0) return null
  if (figure === 'errors') return share((of as { errors?: number }).errors ?? 0, of.count)
  return of[figure as 'p50' | 'p95' | 'p99' | 'max']
}

/** The measured value of a threshold with its unit, as text for reports. */
export const measuredText = ({ value, unit }: ThresholdResult): string =>
  value === null ? 'not measured' : `${rounded(value)}${unit}`
