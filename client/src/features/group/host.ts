import type { GroupView } from '@inkling/mock-server/contract/schemas/group'

/** Whether a player is the host, by id or by flag. */
export const isHostOf = (group: GroupView, userId: string): boolean =>
  group.hostId === userId || group.members.some((member) => member.userId === userId && member.isHost)
