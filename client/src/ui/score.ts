/** The three scales that map a score of 0 to 100 to colours (spec section 9, Score tiers). */

export type ScoreTone = 'green' | 'yellow' | 'orange' | 'grey'

/** For the guess button and the list of attempts. */
export function scoreTone(score: number): ScoreTone {
  if (score >= 90) return 'green'
  if (score >= 70) return 'yellow'
  if (score >= 50) return 'orange'
  return 'grey'
}

/** For the badge on a step of the results. */
export function badgeTone(score: number): ScoreTone {
  if (score >= 95) return 'green'
  if (score >= 70) return 'yellow'
  if (score >= 50) return 'orange'
  return 'grey'
}

/** The number of filled dots for an attempt, of five. */
export const scoreDots = (score: number): number =>
  [95, 80, 60, 40, 20].filter((from) => score >= from).length
