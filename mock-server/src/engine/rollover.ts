import { TURN } from '../contract/constants.ts'
import type { DailyGames } from '../contract/schemas/admin.ts'
import { dayStart } from '../rules/day.ts'
import { closeGame } from '../rules/expiry.ts'
import { createGame, type Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import { type Instant, plus } from '../rules/instant.ts'
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
  settings,
}: Context): Promise<Pick<RolledOver, 'gamesCompleted' | 'lookAgainAt'>> {
  let gamesCompleted = 0
  for (const game of await tx.gamesToClose(day, now, Number.POSITIVE_INFINITY)) {
    tx.put('games', closeGame(game, now))
    gamesCompleted++
  }
  const graceEnd = plus(dayStart(day, settings.timeZone), TURN.graceMs)
  return { gamesCompleted, lookAgainAt: now < graceEnd ? graceEnd : null }
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
