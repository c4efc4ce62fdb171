/** The styles of pictures for a group, the liveliest first. */
export const GROUP_AVATARS = ['custom', 'adventurer', 'bottts', 'rings'] as const
