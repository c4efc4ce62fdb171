/** How careful to be with a target: it is the developer's own, others use it too, or it is in production. */
export const TARGET_KINDS = ['local', 'shared', 'protected'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
