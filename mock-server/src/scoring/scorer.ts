import type { MatchCategory } from '../contract/match-categories.ts'

/** How near two phrases are, and why. */
export interface Judgement {
  /** 0 to 100, within the band of the category (contract/match-categories.ts). */
  readonly score: number
  readonly category: MatchCategory
  /** One line that says what the two phrases have in common. */
  readonly reason: string
}

/**
 * Says how near a guess came to what the drawer was asked to draw (api.md, Guess scores).
 *
 * Deterministic, offline and symmetric: exchanging guess and target changes nothing. Takes any text in any
 * script, never throws, and is bounded in time.
 */
export interface Scorer {
  judge(guess: string, target: string): Judgement
}
