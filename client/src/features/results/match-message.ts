import type { Tier } from '@inkling/mock-server/contract/score-tiers'

/** The message for a chain by match type (spec section 9; the last two are not in the spec). */
export const MATCH_MESSAGE: Record<Tier<'match'>, string> = {
  exact: 'Perfect match!',
  similar: 'Great match!',
  partial: 'Good attempt!',
  distant: 'That took a turn somewhere!',
  unrelated: 'Gloriously lost on the way!',
}
