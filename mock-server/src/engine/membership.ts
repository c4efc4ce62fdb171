import { leaveGame } from '../rules/game/game.ts'
import { type Group, removeMember } from '../rules/players/group.ts'
import type { User } from '../rules/players/user.ts'
import type { Context } from './context.ts'
import { gameOfGroup, putGame } from './games/stored-games.ts'

/** Stores a new group with its founder as host and only member. */
export async function foundGroup(
  context: Context,
  founder: User,
  { name, avatar }: Pick<Group, 'name' | 'avatar'>,
): Promise<Group> {
  const { tx, ids, now } = context
  const id = ids.group(founder.id, founder.groupsFounded)
  const group: Group = {
    id,
    name,
    code: await freeCode(context, id),
    avatar,
    hostId: founder.id,
    difficulty: 'easy',
    createdAt: now,
    members: [{ userId: founder.id, joinedAt: now }],
  }
  tx.insert('groups', group)
  tx.replace('users', founder, { ...founder, groupId: id, groupsFounded: founder.groupsFounded + 1 })
  return group
}

/** Removes a member from the group and from today's game. Returns the remaining group, or null if it was deleted. */
export async function dropMember(context: Context, group: Group, userId: string): Promise<Group | null> {
  const { tx, now } = context
  const rest = removeMember(group, userId)
  if (rest) tx.replace('groups', group, rest)
  else tx.remove('groups', group.id)
  const user = await tx.get('users', userId)
  if (user) tx.replace('users', user, { ...user, groupId: null })
  const game = await gameOfGroup(context, group.id)
  if (game) putGame(context, game, leaveGame(game, userId, now))
  return rest
}

/** A join code that no group has. @param of what it derives from */
export async function freeCode({ tx, ids }: Context, of: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const code = ids.groupCode(of, tries)
    const groups = await tx.find('groups', 'code', code)
    if (groups.length === 0) return code
  }
}
