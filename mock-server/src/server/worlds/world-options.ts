import type { StrokeLibrary } from '@inkling/fixtures/drawings/library'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { Judge } from '../../engine/simulation/simulated-turn.ts'

/** Options for building a named world. */
export interface WorldOptions {
  /** Ids, words and pictures are derived from it. */
  readonly seed: string
  /** The current time in the world. */
  readonly now: Instant
  /** IANA name of the time zone whose midnights separate the days. */
  readonly timeZone: string
  /** Scores guesses. */
  readonly judge: Judge
  /** The drawings to use. */
  readonly library: StrokeLibrary
}
