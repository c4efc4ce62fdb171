/** The tiers of a score of 0 to 100 on each scale, best first: the lowest score of a tier, and what it stands for. */
export const SCORE_TIERS = {
  /** The colour of the guess button and of an attempt in the list. */
  attempt: [
    [90, 'green'],
    [70, 'yellow'],
    [50, 'orange'],
    [0, 'grey'],
  ],
  /** The colour of the badge on a step of the results (Score tiers). */
  badge: [
    [95, 'green'],
    [70, 'yellow'],
    [50, 'orange'],
    [0, 'grey'],
  ],
  /** The filled dots of an attempt, of five (Score tiers). */
  dots: [
    [95, 5],
    [80, 4],
    [60, 3],
    [40, 2],
    [20, 1],
    [0, 0],
  ],
  /** The colour of a chain's summary (Success tiers). */
  success: [
    [90, 'green'],
    [70, 'yellow'],
    [50, 'orange'],
    [0, 'pink'],
  ],
  /** The matchType of a chain, from the score of its final guess against its starting word (API.md, Results). */
  match: [
    [100, 'exact'],
    [70, 'similar'],
    [50, 'partial'],
    [20, 'distant'],
    [0, 'unrelated'],
  ],
  /** How near a wrong guess is; cold is a grey attempt. */
  temperature: [
    [70, 'hot'],
    [50, 'warm'],
    [0, 'cold'],
  ],
} as const

export type Tier<Scale extends keyof typeof SCORE_TIERS> = (typeof SCORE_TIERS)[Scale][number][1]

export function tierOf<Scale extends keyof typeof SCORE_TIERS>(scale: Scale, score: number): Tier<Scale> {
  const tiers: readonly (readonly [from: number, Tier<Scale>])[] = SCORE_TIERS[scale]
  const [, tier] = tiers.find(([from]) => score >= from) ?? (tiers.at(-1) as (typeof tiers)[number])
  return tier
}
