import type { User } from '../../../core/rules/players/user.ts'

/** A player without a group, on a device of their own. */
export const user = (id: string): User => ({
  id,
  deviceHash: `hash of ${id}`,
  username: id,
  avatar: null,
  groupId: null,
  finishedOnboarding: true,
  pushNotifications: true,
  createdAt: '2026-03-07T17:00:00.000Z',
  groupsFounded: 0,
})
