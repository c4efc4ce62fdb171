import type { Game } from '../../core/rules/game/game.ts'
import { userIdsIn } from '../../core/rules/players/people.ts'
import { type User, userView } from '../../core/rules/players/user.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import { groupDay, playerDay } from '../../engine/collections.ts'
import type { Context, Operations } from '../../engine/context.ts'
import { playerOfDevice } from '../../engine/devices.ts'
import { showGroup } from '../../engine/operations/groups.ts'
import { historyOperations } from '../../engine/operations/history.ts'
import { todayOperations } from '../../engine/operations/today.ts'
import { pageOf } from '../../engine/page.ts'
import { loadPictures } from '../../engine/view-data.ts'

/** What admins list and find, by id: users, groups and games. */
export const lists = {
  async listUsers(context, { query: { deviceHash, groupId, ids, find = '', after = '', limit } }) {
    const { tx, now } = context
    const view = (user: User) => adminView(user, now)
    if (ids !== undefined) {
      const users = await tx.peek('users', 'id', [...new Set(ids.split(','))])
      return allow({ items: users.map(view) })
    }
    if (deviceHash === undefined && groupId === undefined)
      return allow(shownPage(await tx.peekSearch('users', find, after, oneMoreThan(limit)), limit, view))
    const users =
      deviceHash === undefined
        ? await membersOf(context, groupId ?? '')
        : [await playerOfDevice(context, deviceHash)].flatMap((found) => found?.user ?? [])
    const listed = users.filter(
      (user) =>
        user.id > after &&
        `${user.id}\n${user.username}`.toLowerCase().includes(find.toLowerCase()) &&
        (groupId === undefined || user.groupId === groupId),
    )
    return allow(shownPage(listed, limit, view))
  },

  async listGroups({ tx }, { query: { ids, find = '', after = '', limit } }) {
    const groups =
      ids === undefined
        ? await tx.peekSearch('groups', find, after, oneMoreThan(limit))
        : await tx.peek('groups', 'id', [...new Set(ids.split(','))])
    return allow(
      shownPage(groups, limit, ({ id, name, code, hostId, createdAt, members }) => ({
        id,
        name,
        code,
        hostId,
        createdAt,
        memberIds: userIdsIn(members),
      })),
    )
  },

  async listGames({ tx, now, day: today }, { query }) {
    const { day = today, groupId, userId, status, after = '', limit } = query
    const games =
      userId !== undefined
        ? await tx.find('games', 'playerDay', playerDay(userId, day))
        : groupId !== undefined
          ? await tx.find('games', 'groupDay', groupDay(groupId, day))
          : await tx.peekSearch('gamesOfDay', day)
    const listed = games.filter(
      (game) =>
        game.id > after &&
        (groupId === undefined || game.groupId === groupId) &&
        (status === undefined || hasStatus(game, status, now)),
    )
    return allow(shownPage(listed, limit, (game) => ({ ...game })))
  },

  async inspectUser(context, { params, query }) {
    const { tx, now } = context
    const user = await tx.get('users', params.id)
    if (!user) return refuse('NOT_FOUND', 'No such user')
    const asPlayer = { ...context, player: user, device: 'none' }
    const today = await todayOperations.getToday(asPlayer)
    const input = { params: undefined, body: undefined, query: { ...query, drawings: 'omit' as const } }
    const history = await historyOperations.getHistory(asPlayer, input)
    if (!history.ok) return history
    const group = user.groupId === null ? undefined : await tx.get('groups', user.groupId)
    return allow({
      user: adminView(user, now),
      group: group ? await showGroup(context, group, null) : null,
      // It is refused to a player without a group and a game.
      today: today.ok ? today.value : null,
      history: history.value,
    })
  },

  async getGameDrawings(context, { params }) {
    const game = await context.tx.get('games', params.id)
    if (!game) return refuse('NOT_FOUND', 'No such game')
    const hashes = game.entries.flatMap((entry) => (entry.type === 'drawing' ? [entry.drawing] : []))
    const pictures = await loadPictures(context, hashes)
    return allow({ drawings: Object.fromEntries(hashes.map((hash) => [hash, pictures.get(hash) ?? ''])) })
  },

  async inspectGroup(context, { params }) {
    const group = await context.tx.get('groups', params.id)
    return group ? allow(await showGroup(context, group, null)) : refuse('NOT_FOUND', 'No such group')
  },
} satisfies Operations

/** A user as admins list them. */
function adminView(user: User, now: Instant) {
  const { createdAt, activeOn = '', seenAt = '' } = user
  const lastSeen = [activeOn, seenAt.slice(0, 10), createdAt.slice(0, 10)].sort().at(-1)
  return { ...userView(user, now), createdAt, lastSeen }
}

function hasStatus(
  { completedAt, turn }: Game,
  status: 'open' | 'completed' | 'playing' | 'overdue',
  now: Instant,
): boolean {
  if (status === 'completed' || status === 'open') return (completedAt !== null) === (status === 'completed')
  return turn !== null && (status === 'playing' || turn.expiresAt < now)
}

async function membersOf({ tx }: Context, groupId: string): Promise<User[]> {
  const group = await tx.get('groups', groupId)
  const members = await tx.peek('users', 'id', userIdsIn(group?.members ?? []))
  return members.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** How many documents show whether there is another page. */
const oneMoreThan = (limit = Number.POSITIVE_INFINITY): number => limit + 1

function shownPage<D extends { readonly id: string }, V>(
  documents: readonly D[],
  limit: number | undefined,
  view: (document: D) => V,
): { items: V[]; next?: string } {
  const { page, next } = pageOf(documents, limit)
  return { items: page.map(view), ...(next !== null && { next }) }
}
