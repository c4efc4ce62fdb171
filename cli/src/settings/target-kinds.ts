/** Who uses a target: only this developer, others too, or players in production. */
export const TARGET_KINDS = ['local', 'shared', 'protected'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
