import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Seeded random numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  const generator = xoroshiro128plus(seed)
  return () => uniformFloat64(generator)
}

/** Counts differing pixels. A matcher would take minutes to compare pictures. */
export function differing(a: ArrayLike<number>, b: ArrayLike<number> | undefined): number {
  if (a.length !== b?.length) return Number.POSITIVE_INFINITY
  let count = 0
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) count++
  return count
}
