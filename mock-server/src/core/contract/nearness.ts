import { type Tier, tierOf } from './score-tiers.ts'

const WORDS: Record<Tier<'match'>, string> = {
  exact: 'Spot on',
  similar: 'Very close',
  partial: 'Half right',
  distant: 'Far off',
  unrelated: 'Miles off',
}

/**
 * How near a guess is, in words, for a score of 0 to 100. They come before the percentage wherever a chain is shown: in the
 * story, the results, the picture, the GIF, the text and the preview of a link.
 */
export const nearnessText = (score: number): string => WORDS[tierOf('match', score)]
