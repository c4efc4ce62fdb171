import type { LoadPlan } from '../file/plan.ts'
import { type Figures, figuresOf, merged } from './histogram.ts'
import type { Slice } from './slice.ts'
import { added } from './summary.ts'

/** The figures that are shown while a load runs, as JSON. */
export interface LiveView {
  readonly name: string
  /** Seconds since the start, and the total. */
  readonly seconds: number
  readonly ofSeconds: number
  readonly isWarmUp: boolean
  /** Calls that became due, and calls that were answered, in this second. */
  readonly wanted: number
  readonly reached: number
  readonly active: number
  readonly arrived: number
  readonly turns: number
  /** Figures of the last seconds. */
  readonly calls: readonly (Figures & { readonly name: string; readonly errors: number })[]
  /** Errors since the start, by code. */
  readonly errors: Readonly<Record<string, number>>
  readonly latenessP99: number
  readonly cpu: number
  readonly memoryMb: number
  /** Whether the generator currently sends too late. */
  readonly isBottleneck: boolean
  /** The p99 of all calls in each of the last seconds, for the sparkline. */
  readonly p99s: readonly number[]
}

/** The number of recent slices that the figures of calls cover. */
const RECENT = 5
const BARS = 60

/** @param slices all slices so far, including the last one. */
export function liveViewOf(plan: LoadPlan, last: Slice, slices: readonly Slice[]): LiveView {
  const recent = slices.slice(-RECENT)
  const names = [...new Set(recent.flatMap(({ calls }) => Object.keys(calls)))]
  const lateness = figuresOf(merged(recent.map((slice) => slice.lateness)))
  const seconds = last.at + 1
  return {
    name: plan.name,
    seconds,
    ofSeconds: Math.round(plan.durationMs / 1000),
    isWarmUp: seconds * 1000 <= plan.warmUpMs,
    wanted: last.due,
    reached: wholeOf(last).count,
    active: last.active,
    arrived: slices.reduce((sum, { arrived }) => sum + arrived, 0),
    turns: slices.reduce((sum, { turns }) => sum + turns, 0),
    calls: names.map((name) => {
      const parts = recent.flatMap(({ calls }) => calls[name] ?? [])
      return {
        name,
        ...figuresOf(merged(parts.map(({ latency }) => latency))),
        errors: parts.reduce((sum, { errors }) => sum + errors, 0),
      }
    }),
    errors: added(slices.map(({ errors }) => errors)),
    latenessP99: lateness.p99,
    cpu: last.cpu,
    memoryMb: last.memoryMb,
    isBottleneck: lateness.p99 > plan.lateAfterMs,
    p99s: slices.slice(-BARS).map((slice) => wholeOf(slice).p99),
  }
}

const known = new WeakMap<Slice, Figures>()

/** The figures of all calls of a slice, cached since slices are immutable. */
function wholeOf(slice: Slice): Figures {
  const before = known.get(slice)
  if (before) return before
  const figures = figuresOf(merged(Object.values(slice.calls).map(({ latency }) => latency)))
  known.set(slice, figures)
  return figures
}
