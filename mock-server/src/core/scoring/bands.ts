import { CATEGORY_BAND, CORRECT_FROM, type MatchCategory } from '../contract/match-categories.ts'
import type { Judgement } from './scorer.ts'

/**
 * VARIANT spans two bands: derived or modified words score below CORRECT_FROM, forms of the word itself at or
 * above it.
 */
const DERIVED: readonly [number, number] = [CATEGORY_BAND.VARIANT[0], CORRECT_FROM - 1]
const INFLECTED: readonly [number, number] = [CORRECT_FROM, CATEGORY_BAND.VARIANT[1]]

/** A judgement of `category`; `nearness` (0 to 1) places the score within the band. */
export function judged(
  category: Exclude<MatchCategory, 'VARIANT'>,
  nearness: number,
  reason: string,
): Judgement {
  return { score: within(CATEGORY_BAND[category], nearness), category, reason }
}

/** The same word in another form or spelling: VARIANT, correct. */
export function sameWord(nearness: number, reason: string): Judgement {
  return { score: within(INFLECTED, nearness), category: 'VARIANT', reason }
}

/** A word derived from the other, or the other with modifiers: VARIANT, close but not correct. */
export function derivedWord(nearness: number, reason: string): Judgement {
  return { score: within(DERIVED, nearness), category: 'VARIANT', reason }
}

function within([lowest, highest]: readonly [number, number], nearness: number): number {
  return Math.round(lowest + (highest - lowest) * Math.min(1, Math.max(0, nearness)))
}
