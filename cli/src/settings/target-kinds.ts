/** A target is used by this developer only, by others too, or by players in production. */
export const TARGET_KINDS = ['local', 'shared', 'protected'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
