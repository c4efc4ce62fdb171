import type { LoadSummary, ThresholdResult } from './report.ts'

/** What thresholds are checked against. */
export type Measured = Pick<LoadSummary, 'http' | 'byCall' | 'errors' | 'calls' | 'late' | 'turns'> & {
  readonly invariants: number
}

/** Each threshold with the value that was measured. */
export function checkThresholds(
  thresholds: Readonly<Record<string, string | number>>,
  measured: Measured,
): ThresholdResult[] {
  return Object.entries(thresholds).map(([name, limit]) => {
    const [, sign = '<=', amount = '0', unit = ''] =
      /^(<=?|>=?)? ?(\d+(?:\.\d+)?)(ms|s|%)?$/.exec(String(limit)) ?? []
    const value = measuredValue(name, unit === '%', measured)
    const bound = Number(amount) * (unit === 's' ? 1000 : 1)
    const isMet =
      { '<': value < bound, '<=': value <= bound, '>': value > bound, '>=': value >= bound }[sign] ?? false
    // Where nothing was measured, no limit has been met.
    const holds = isMet && measured.calls > 0
    return { name, limit: String(limit), value, unit: unit === 's' ? 'ms' : unit, holds }
  })
}

/** Milliseconds, a percentage or a count; a call that was never made meets every upper limit with 0. */
function measuredValue(name: string, isShare: boolean, measured: Measured): number {
  const share = (part: number, whole: number) => (isShare ? (whole === 0 ? 0 : (100 * part) / whole) : part)
  if (name === 'errors') return share(measured.errors, measured.calls)
  if (name === 'late') return 100 * measured.late
  if (name === 'turns') return measured.turns
  if (name === 'invariants') return measured.invariants
  const end = name.lastIndexOf('.')
  const figure = name.slice(end + 1)
  const of = name.startsWith('http.') ? measured.http : measured.byCall[name.slice('calls.'.length, end)]
  if (!of) return 0
  if (figure === 'errors') return share((of as { errors?: number }).errors ?? 0, of.count)
  return of[figure as 'p50' | 'p95' | 'p99' | 'max']
}
