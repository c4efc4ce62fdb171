import type { DailyGames } from '../contract/schemas/admin.ts'
import { closeGame } from '../rules/expiry.ts'
import { createGame, type Game, turnDeadline } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import { earlier, type Instant } from '../rules/instant.ts'
import { wordOfDay } from '../rules/word-choice.ts'
import type { Context } from './context.ts'
import { groupDay } from './store.ts'

/** What a roll-over did, and when it has to look again at games whose last turn is in its grace. */
export interface RolledOver extends DailyGames {
  readonly lookAgainAt: Instant | null
}

/** What of the roll-over is due: all of it, or what was left when another was at it. */
export async function turnDay(context: Context): Promise<Pick<RolledOver, 'lookAgainAt'>> {
  const last = await context.tx.get('rollover', 'rollover')
  return last && last.day >= context.day ? closeEarlierGames(context) : rollOver(context)
}

/**
 * Closes every open game of an earlier day and creates today's game for each group that has none. Running it again
 * changes nothing (api.md, The day and its games).
 */
export async function rollOver(context: Context): Promise<RolledOver> {
  const { tx, day } = context
  const closing = await closeEarlierGames(context)
  let gamesCreated = 0
  for (const group of await tx.all('groups')) {
    if ((await tx.find('games', 'groupDay', groupDay(group.id, day))).length > 0) continue
    tx.put('games', newGroupGame(context, group))
    gamesCreated++
  }
  const last = await tx.get('rollover', 'rollover')
  if (!last || last.day < day) {
    tx.put('rollover', { id: 'rollover', day })
    context.tell({ type: 'day-started', day })
  }
  return { date: day, gamesCreated, ...closing }
}

/** The half of a roll-over that is due when the last grace of the night is over. */
async function closeEarlierGames({
  tx,
  day,
  now,
}: Context): Promise<Pick<RolledOver, 'gamesCompleted' | 'lookAgainAt'>> {
  let gamesCompleted = 0
  let lookAgainAt: Instant | null = null
  for (const game of await tx.find('games', 'open', 'open')) {
    if (game.day >= day) continue
    const closed = closeGame(game, now)
    if (closed.completedAt !== null) gamesCompleted++
    if (closed !== game) tx.put('games', closed)
    if (closed.turn)
      lookAgainAt = earlier(turnDeadline(closed.turn), lookAgainAt ?? turnDeadline(closed.turn))
  }
  return { gamesCompleted, lookAgainAt }
}

/** Today's game of a group, with all its members, before its first turn. */
export function newGroupGame(context: Context, group: Group): Game {
  const { ids, day, now, ports } = context
  const words = ports.content.words.filter(({ difficulty }) => difficulty === group.difficulty)
  return createGame({
    id: ids.groupGame(group.id, day),
    kind: 'group',
    groupId: group.id,
    day,
    word: wordOfDay(
      words.map(({ word }) => word),
      ids.wordSeed(group.id),
      day,
    ),
    now,
    userIds: group.members.map(({ userId }) => userId),
  })
}
