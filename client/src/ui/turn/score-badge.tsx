import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { Badge } from '../players/badge.tsx'

/** The score of a guess, in percent. Not in badge.tsx, so that the first load has no score tiers. */
export const ScoreBadge = ({ score }: { score: number }) => (
  <Badge tone={tierOf('badge', score)}>{`${score}%`}</Badge>
)
