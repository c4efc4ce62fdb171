/* The categories of guesses, with their score bands (API.md, Scores) and texts. */

export const MATCH_CATEGORIES = [
  'EXACT',
  'SYNONYM',
  'VARIANT',
  'RELATED',
  'CATEGORY',
  'ASSOCIATED',
  'DISTANT',
] as const
export type MatchCategory = (typeof MATCH_CATEGORIES)[number]

export const CATEGORY_MESSAGE: Record<MatchCategory, string> = {
  EXACT: 'Perfect match!',
  SYNONYM: 'Very close synonym',
  VARIANT: 'Related word variant',
  RELATED: 'Related concept',
  CATEGORY: 'Same category',
  ASSOCIATED: 'Somewhat associated',
  DISTANT: 'Not very related',
}

/** Inclusive score bands. VARIANT spans two: a guess is correct from 85. */
export const CATEGORY_BAND: Record<MatchCategory, readonly [number, number]> = {
  EXACT: [100, 100],
  SYNONYM: [90, 98],
  VARIANT: [80, 89],
  RELATED: [70, 79],
  CATEGORY: [60, 69],
  ASSOCIATED: [40, 59],
  DISTANT: [0, 39],
}

/** The min score of a correct guess. */
export const CORRECT_FROM = 85

export const MATCH_TYPES = ['exact', 'similar', 'partial', 'distant', 'unrelated'] as const
