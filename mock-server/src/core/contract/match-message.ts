import type { Tier } from './score-tiers.ts'

/** The message for a chain by match type. */
export const MATCH_MESSAGE: Record<Tier<'match'>, string> = {
  exact: 'Perfect match!',
  similar: 'Great match!',
  partial: 'Good attempt!',
  distant: 'That took a turn somewhere!',
  unrelated: 'Gloriously lost on the way!',
}
