import type { LoadPlan } from '../file/plan.ts'
import { checkThresholds } from '../file/thresholds.ts'
import type { StopReason } from '../generator/stop-reason.ts'
import { LOAD_CALLS } from '../players/calls.ts'
import { type Figures, figuresOf, merged } from './histogram.ts'
import type { LoadSummary } from './report.ts'
import type { Slice } from './slice.ts'

/** The share of late calls at which a result becomes void. */
const MAX_LATE = 0.01

/** Such a load tested only that a server answers. */
const NO_TURN = 'no turn was submitted: measure for longer, or with more players'

interface Measured {
  readonly plan: LoadPlan
  readonly sliceMs: number
  readonly slices: readonly Slice[]
  readonly brokenRules: number
  readonly stopped: StopReason | null
}

/** The figures of a load without its warm-up. */
export function summaryOf({ plan, sliceMs, slices, brokenRules, stopped }: Measured): LoadSummary {
  const measured = slices.filter(({ at }) => at * sliceMs >= plan.warmUpMs)
  const sum = (of: (slice: Slice) => number) => measured.reduce((total, slice) => total + of(slice), 0)
  const byCall: Record<string, Figures & { errors: number }> = {}
  for (const { name } of LOAD_CALLS) {
    const slicesOf = measured.flatMap(({ calls }) => calls[name] ?? [])
    if (slicesOf.length === 0) continue
    byCall[name] = {
      ...figuresOf(merged(slicesOf.map(({ latency }) => latency))),
      errors: slicesOf.reduce((total, { errors }) => total + errors, 0),
    }
  }
  const http = figuresOf(
    merged(measured.flatMap(({ calls }) => Object.values(calls).map(({ latency }) => latency))),
  )
  const errorsByCode = added(measured.map(({ errors }) => errors))
  const refusalsByCode = added(measured.map(({ refusals }) => refusals))
  const errors = total(errorsByCode)
  const sent = sum((slice) => slice.sent)
  const late = sent === 0 ? 0 : sum((slice) => slice.late) / sent
  // Slices after the end contain only late responses.
  const end = Math.min(plan.durationMs, ((slices.at(-1)?.at ?? -1) + 1) * sliceMs)
  const measuredMs = Math.max(0, end - plan.warmUpMs)
  const seconds = Math.max(1, measuredMs) / 1000
  const players = sum(({ arrived }) => arrived)
  const turns = sum((slice) => slice.turns)
  const thresholds = checkThresholds(plan.thresholds, {
    http,
    byCall,
    errors,
    calls: http.count,
    late,
    turns,
    invariants: brokenRules,
  })
  const hasMissed = brokenRules > 0 || thresholds.some(({ holds }) => !holds)
  const voidBecause = reasonToVoid(plan, late, measured) ?? (hasMissed || turns > 0 ? null : NO_TURN)
  return {
    outcome:
      stopped === 'interrupted'
        ? 'interrupted'
        : stopped !== null
          ? 'stopped'
          : voidBecause !== null
            ? 'void'
            : hasMissed
              ? 'missed'
              : 'passed',
    voidBecause,
    measuredMs,
    calls: http.count,
    errors,
    refusals: total(refusalsByCode),
    errorsByCode,
    refusalsByCode,
    rateWanted: sum(({ due }) => due) / seconds,
    rateReached: http.count / seconds,
    players,
    playersAnHour: (players / seconds) * 3600,
    maxActive: Math.max(0, ...measured.map(({ active }) => active)),
    turns,
    http,
    byCall,
    lateness: figuresOf(merged(measured.map(({ lateness }) => lateness))),
    late,
    cpu: Math.max(0, ...measured.map(({ cpu }) => cpu)),
    memoryMb: Math.max(0, ...measured.map(({ memoryMb }) => memoryMb)),
    thresholds,
  }
}

function reasonToVoid(
  { warmUpMs, lateAfterMs }: LoadPlan,
  late: number,
  measured: readonly Slice[],
): string | null {
  if (measured.length === 0) {
    return warmUpMs === 0 ? 'nothing was measured' : 'it ended before the end of the warm-up'
  }
  if (late < MAX_LATE) return null
  return `the generator was the bottleneck: it sent ${(100 * late).toFixed(1)}% of the calls more than ${lateAfterMs} ms late; use --workers, another machine or fewer players`
}

/** Adds up counts by name. */
export function added(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const each of counts) {
    for (const [name, count] of Object.entries(each)) sum[name] = (sum[name] ?? 0) + count
  }
  return sum
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
