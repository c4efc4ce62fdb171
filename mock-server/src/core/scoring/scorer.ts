import type { MatchCategory } from '../contract/match-categories.ts'

/** How close two phrases are, and why. */
export interface Judgement {
  /** 0 to 100, within the band of the category (contract/match-categories.ts). */
  readonly score: number
  readonly category: MatchCategory
  /** A one-line explanation of the score. */
  readonly reason: string
}

/**
 * Scores how close a guess is to the drawer's prompt (API.md, Scores).
 *
 * Deterministic, offline and symmetric: swapping guess and target does not change the result. Accepts any text in any
 * script, never throws, and takes bounded time.
 */
export interface Scorer {
  judge(guess: string, target: string): Judgement
}
