import { type Tier, tierOf } from '@inkling/mock-server/contract/score-tiers'

const WORDS: Record<Tier<'match'>, string> = {
  exact: 'Spot on',
  similar: 'Very close',
  partial: 'Half right',
  distant: 'Far off',
  unrelated: 'Miles off',
}

/** How near a guess is, in words, for a score of 0 to 100. */
export const nearnessText = (score: number): string => WORDS[tierOf('match', score)]
