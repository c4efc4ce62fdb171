import type { Kinship } from './hierarchy.ts'
import type { Walk } from './phrase-vectors.ts'
import type { Reading } from './reading.ts'

/**
 * How close two phrases are in meaning, from about -0.5 (opposites) to 3.5 (same meaning). The weights were fitted to
 * human judgements (WordSim-353, SimLex-999, MEN).
 */
export function relatedness(a: Reading, b: Reading, kin: Kinship): number {
  return (
    2 * Math.sqrt(walkCosine(a.walk, b.walk)) +
    sharedContext(a, b) +
    0.4 * kin.path +
    0.15 * kin.lin -
    (kin.opposite ? 0.9 : 0) -
    (kin.indirectlyOpposite ? 0.5 : 0)
  )
}

/** Whether the lexicon contains enough about both phrases to compare more than their spelling. */
export const isComparable = (a: Reading, b: Reading): boolean =>
  (a.walk !== null && b.walk !== null) || (a.vector !== null && b.vector !== null)

/**
 * How similar the contexts are in which two phrases occur, from -1 to 1. A high value means that they belong together,
 * not that their meanings are similar.
 */
export function sharedContext({ vector: a }: Reading, { vector: b }: Reading): number {
  if (a === null || b === null) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function walkCosine(a: Walk | null, b: Walk | null): number {
  if (a === null || b === null) return 0
  let sum = 0
  for (let at = 0, other = 0; at < a.dimensions.length && other < b.dimensions.length; ) {
    const difference = (a.dimensions[at] ?? 0) - (b.dimensions[other] ?? 0)
    if (difference === 0) sum += (a.values[at++] ?? 0) * (b.values[other++] ?? 0)
    else if (difference < 0) at++
    else other++
  }
  return sum / (a.length * b.length)
}
