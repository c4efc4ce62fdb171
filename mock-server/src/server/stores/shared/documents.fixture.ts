import { NOON } from '../../../core/rules/game/game.fixture.ts'
import type { DrawingEntry } from '../../../core/rules/game/game.ts'
import type { Group } from '../../../core/rules/players/group.ts'
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
  createdAt: NOON,
  groupsFounded: 0,
})

/** A group without members. */
export const group = (id: string, changes: Partial<Group> = {}): Group => ({
  id,
  name: id,
  code: id.toUpperCase().padEnd(6, '0').slice(0, 6),
  avatar: null,
  hostId: 'ann',
  difficulty: 'easy',
  createdAt: NOON,
  members: [],
  ...changes,
})

/** A drawing by ann. */
export const drawingEntry = (drawing: string, changes: Partial<DrawingEntry> = {}): DrawingEntry => ({
  type: 'drawing',
  turnId: 't',
  userId: 'ann',
  drawing,
  sent: drawing,
  strokes: null,
  strokeCount: 1,
  timeSpent: 1,
  at: NOON,
  completedGame: false,
  ...changes,
})
