import { merged, packed } from './histogram.ts'
import type { CallSlice, Slice } from './slice.ts'
import { added } from './summary.ts'

/** Merges slices of several processes in the same second, or of one process in several seconds. */
export function mergeSlices(slices: readonly Slice[], at = slices[0]?.at ?? 0): Slice {
  const [only] = slices
  if (only && slices.length === 1) return { ...only, at }
  const sum = (of: (slice: Slice) => number) => slices.reduce((total, slice) => total + of(slice), 0)
  const names = new Set(slices.flatMap(({ calls }) => Object.keys(calls)))
  const calls: Record<string, CallSlice> = {}
  for (const name of names) {
    const parts = slices.flatMap((slice) => slice.calls[name] ?? [])
    calls[name] = {
      errors: parts.reduce((total, { errors }) => total + errors, 0),
      latency: packed(merged(parts.map(({ latency }) => latency))),
    }
  }
  return {
    at,
    due: sum(({ due }) => due),
    sent: sum(({ sent }) => sent),
    late: sum(({ late }) => late),
    active: sum(({ active }) => active),
    arrived: sum(({ arrived }) => arrived),
    turns: sum(({ turns }) => turns),
    errors: added(slices.map(({ errors }) => errors)),
    refusals: added(slices.map(({ refusals }) => refusals)),
    calls,
    lateness: packed(merged(slices.map(({ lateness }) => lateness))),
    cpu: sum(({ cpu }) => cpu),
    memoryMb: sum(({ memoryMb }) => memoryMb),
  }
}
