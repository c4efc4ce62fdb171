import { TURN } from '../../contract/constants.ts'
import { dayEnd, dayStart } from '../../rules/day.ts'
import { closeGame } from '../../rules/expiry.ts'
import type { Group } from '../../rules/group.ts'
import { type Instant, plus } from '../../rules/instant.ts'
import type { Context } from '../context.ts'
import { isDue, newGroupGame } from '../group-game.ts'
import { groupDay, type Sweep } from '../store.ts'

/** How many games one transaction closes, or groups it checks. */
const BATCH = 100

export const SWEEP_START: Sweep = { after: '', isNextDay: false, gamesCreated: 0, gamesCompleted: 0 }

/** Where a sweep is after a batch. */
interface Swept {
  readonly sweep: Sweep
  /** Whether the next batch has something to do now. */
  readonly goesOn: boolean
}

/** The state with which the next batch of a roll-over continues. */
export interface RollOverState extends Swept {
  /** When there is more to do: games in the grace period of a turn are closed after it. */
  readonly lookAgainAt: Instant | null
}

/**
 * Does one batch of the roll-over to today: closes open games of earlier days, then creates the games that are due
 * (api.md, The day and its games). Its state is in the store, so any process can continue it. A batch that conflicts
 * with a player's call is retried and finds the existing game: each group has one game per day.
 */
export async function rollOverBatch(context: Context): Promise<RollOverState> {
  const { tx, now, day, publish } = context
  await tx.lock('roll-over')
  const last = await tx.get('rollover', 'rollover')
  const isNew = last?.day !== day
  if (isNew) publish({ type: 'day-started', day })
  if (last && last.day > day) publish({ type: 'clock-was-ahead', day, latestDay: last.day })
  const isNextDay = last !== undefined && last.day < day
  const before = isNew ? { ...SWEEP_START, isNextDay } : last.sweep
  if (!before) return { sweep: SWEEP_START, goesOn: false, lookAgainAt: null }
  const { sweep, goesOn } = await sweepBatch(
    context,
    before,
    (group) => isDue(context, group) || (before.isNextDay && group.createdAt > now),
  )
  const graceEnd = plus(dayStart(day, context.settings.timeZone), TURN.graceMs)
  const isOver = !goesOn && now >= graceEnd
  if (isNew || isOver || sweep !== before) {
    tx.put('rollover', { id: 'rollover', day, ...(!isOver && { sweep }) })
  }
  return { sweep, goesOn, lookAgainAt: isOver ? null : graceEnd }
}

/** Does a batch of a sweep that creates games for the groups that `isWanted` accepts. */
export async function sweepBatch(
  context: Context,
  before: Sweep,
  isWanted: (group: Group) => boolean,
): Promise<Swept> {
  const closed = await closeEarlierGames(context, BATCH)
  const { created, after } = await createGames(context, before.after, BATCH - closed, isWanted)
  const goesOn = closed === BATCH || after !== null
  if (closed + created === 0 && after === before.after) return { sweep: before, goesOn }
  const gamesCreated = before.gamesCreated + created
  const gamesCompleted = before.gamesCompleted + closed
  if (closed + created > 0) {
    context.publish({ type: 'roll-over', day: context.day, gamesCreated, gamesCompleted })
  }
  return { sweep: { ...before, after, gamesCreated, gamesCompleted }, goesOn }
}

async function closeEarlierGames({ tx, day, now, settings }: Context, limit: number): Promise<number> {
  const games = await tx.gamesToClose(day, now, limit)
  for (const game of games) tx.put('games', closeGame(game, dayEnd(game.day, settings.timeZone), now))
  return games.length
}

/** Creates the missing games of the next groups after an id; null if there are no more. */
async function createGames(
  context: Context,
  after: string | null,
  limit: number,
  isWanted: (group: Group) => boolean,
): Promise<{ created: number; after: string | null }> {
  if (after === null || limit === 0) return { created: 0, after }
  const { tx, day } = context
  const groups = await tx.groupsAfter(after, limit)
  const wanted = groups.filter(isWanted)
  const keys = wanted.map(({ id }) => groupDay(id, day))
  const having = new Set((await tx.findMany('games', 'groupDay', keys)).map(({ groupId }) => groupId))
  const missing = wanted.filter(({ id }) => !having.has(id))
  for (const { id } of missing) {
    // Checked at the commit, unlike the page: a member who joins meanwhile is in the game.
    const group = await tx.get('groups', id)
    if (group) tx.put('games', newGroupGame(context, group))
  }
  const isLastPage = groups.length < limit
  return { created: missing.length, after: isLastPage ? null : (groups.at(-1)?.id ?? null) }
}
