import { leaveGame } from '../core/rules/game/game.ts'
import { type Group, removeMember } from '../core/rules/players/group.ts'
import type { User } from '../core/rules/players/user.ts'
import { addDays } from '../core/rules/time/day.ts'
import { groupDay } from './collections.ts'
import type { Context } from './context.ts'
import { isDeleted } from './deleted-accounts.ts'
import { firstDay } from './games/group-game.ts'
import { gameOfGroup, putGame } from './games/stored-games.ts'

const GAMES_PER_READ = 100

/** Stores a new group with its founder as host and only member. */
export async function foundGroup(
  context: Context,
  founder: User,
  { name, avatar }: Pick<Group, 'name' | 'avatar'>,
): Promise<Group> {
  const { tx, ids, now } = context
  let { groupsFounded } = founder
  // An earlier account of the device may have had the same id, and groups.
  const isTaken = async (id: string) =>
    (await tx.get('groups', id)) !== undefined || (await isDeleted(context, id))
  while (await isTaken(ids.group(founder.id, groupsFounded))) groupsFounded++
  const id = ids.group(founder.id, groupsFounded)
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
  tx.replace('users', founder, { ...founder, groupId: id, groupsFounded: groupsFounded + 1 })
  return group
}

/** Removes a member from the group and from today's game. Returns the remaining group, or null if it was deleted. */
export async function dropMember(context: Context, group: Group, userId: string): Promise<Group | null> {
  const { tx, now } = context
  const rest = removeMember(group, userId)
  if (rest) tx.replace('groups', group, rest)
  else {
    tx.remove('groups', group.id)
    if (group.publicResults !== false) await keepPublic(context, group)
  }
  const user = await tx.get('users', userId)
  if (user) tx.replace('users', user, { ...user, groupId: null })
  const game = await gameOfGroup(context, group.id)
  if (game) putGame(context, game, leaveGame(game, userId, now))
  return rest
}

/**
 * Stores with the games of a group that ends that their results stay public. A group may have a game for each day since
 * its creation.
 */
async function keepPublic(context: Context, group: Group): Promise<void> {
  const keys: string[] = []
  for (let day = firstDay(group); day <= context.day; day = addDays(day, 1))
    keys.push(groupDay(group.id, day))
  for (let from = 0; from < keys.length; from += GAMES_PER_READ)
    for (const game of await context.tx.peek('games', 'groupDay', keys.slice(from, from + GAMES_PER_READ)))
      putGame(context, game, { ...game, publicResults: true })
}

/** A join code that no group has. @param of what it derives from */
export async function freeCode({ tx, ids }: Context, of: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const code = ids.groupCode(of, tries)
    const groups = await tx.find('groups', 'code', code)
    if (groups.length === 0) return code
  }
}
