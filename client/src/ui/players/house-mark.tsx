import { Badge } from './badge.tsx'

/** Marks the house player, which is no person. */
export const HouseMark = () => <Badge tone="green">the house</Badge>
