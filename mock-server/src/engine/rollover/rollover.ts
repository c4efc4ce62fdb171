import { TURN } from '../../core/contract/constants.ts'
import { closeGame } from '../../core/rules/game/expiry.ts'
import type { Group } from '../../core/rules/players/group.ts'
import { dayEnd, dayStart } from '../../core/rules/time/day.ts'
import { type Instant, plus } from '../../core/rules/time/instant.ts'
import { groupDay, type Sweep } from '../collections.ts'
import type { Context } from '../context.ts'
import { isDue, latestGames, newGroupGame } from '../games/group-game.ts'
import { putGame } from '../games/stored-games.ts'

export const SWEEP_START: Sweep = {
  after: '',
  isNextDay: false,
  gamesCreated: 0,
  gamesCompleted: 0,
}

/** A game or group that was left out because of an error, which the next roll-over or trigger tries again. */
export interface Skipped {
  /** With its id, such as 'game abc'. */
  readonly what: string
  readonly error: unknown
}

/** The state of a sweep after a batch. */
interface Swept {
  readonly sweep: Sweep
  readonly skipped: readonly Skipped[]
  /** Whether there is work for another batch now. */
  readonly hasMore: boolean
}

/** The state of a roll-over after a batch. */
export interface RollOverState extends Swept {
  /** When more work may be due: games with a turn in its grace period are closed after it. Null if all is done. */
  readonly recheckAt: Instant | null
}

/**
 * Does one batch of the roll-over to today: closes open games of earlier days, then creates the games that are due
 * (API.md, The day). Its state is in the store, so any process can continue it. If a player's call
 * creates a game at the same time, the batch is retried and finds that game, so each group has one game per day.
 * @param limit how many games it may close, plus how many groups it may check
 */
export async function rollOverBatch(context: Context, limit: number): Promise<RollOverState> {
  const { tx, now, day, publish } = context
  await tx.lock('roll-over')
  const last = await tx.get('rollover', 'rollover')
  const isNew = last?.day !== day
  if (isNew) publish({ type: 'day-started', day })
  if (last && last.day > day) publish({ type: 'clock-was-ahead', day, latestDay: last.day })
  const isNextDay = last !== undefined && last.day < day
  const before = isNew ? { ...SWEEP_START, isNextDay } : last.sweep
  if (!before) return { sweep: SWEEP_START, skipped: [], hasMore: false, recheckAt: null }
  const swept = await sweepBatch(
    context,
    limit,
    before,
    (group) => isDue(context, group) || (before.isNextDay && group.createdAt > now),
  )
  const graceEnd = plus(dayStart(day, context.settings.timeZone), TURN.graceMs)
  // Games in their grace period are closed after it.
  const isOver = !swept.hasMore && now >= graceEnd
  if (isNew || isOver || swept.sweep !== before) {
    const { cleanedOn } = last ?? {}
    const after = {
      id: 'rollover' as const,
      day,
      ...(!isOver && { sweep: swept.sweep }),
      ...(cleanedOn !== undefined && { cleanedOn }),
    }
    if (last) tx.replace('rollover', last, after)
    else tx.insert('rollover', after)
  }
  return { ...swept, recheckAt: isOver ? null : graceEnd }
}

/** Does one batch of a sweep, which creates games for those groups that `isWanted` accepts. */
export async function sweepBatch(
  context: Context,
  limit: number,
  before: Sweep,
  isWanted: (group: Group) => boolean,
): Promise<Swept> {
  const skipped: Skipped[] = []
  const closed = await closeEarlierGames(context, limit, skipped)
  const { created, after } = await createGames(context, before.after, limit - closed, isWanted, skipped)
  const hasMore = closed > 0 || after !== null
  if (closed + created === 0 && after === before.after) return { sweep: before, skipped, hasMore }
  const gamesCreated = before.gamesCreated + created
  const gamesCompleted = before.gamesCompleted + closed
  if (closed + created > 0) {
    context.publish({ type: 'roll-over', day: context.day, gamesCreated, gamesCompleted })
  }
  const sweep = { after, isNextDay: before.isNextDay, gamesCreated, gamesCompleted }
  return { sweep, skipped, hasMore }
}

/** @returns how many games it has closed. */
async function closeEarlierGames(context: Context, limit: number, skipped: Skipped[]): Promise<number> {
  const { tx, day, now, settings } = context
  let closed = 0
  for (const game of await tx.peekSearch('gamesToClose', day, now, limit)) {
    try {
      putGame(context, game, closeGame(game, dayEnd(game.day, settings.timeZone), now))
      closed++
    } catch (error) {
      skipped.push({ what: `game ${game.id}`, error })
    }
  }
  return closed
}

/** Creates the missing games of the next groups after an id. The new `after` is null if there are no more groups. */
async function createGames(
  context: Context,
  after: string | null,
  limit: number,
  isWanted: (group: Group) => boolean,
  skipped: Skipped[],
): Promise<{ created: number; after: string | null }> {
  if (after === null || limit === 0) return { created: 0, after }
  const { tx, day } = context
  const groups = await tx.peekSearch('groups', '', after, limit)
  const wanted = groups.filter(isWanted)
  const keys = wanted.map(({ id }) => groupDay(id, day))
  const having = new Set((await tx.peek('games', 'groupDay', keys)).map(({ groupId }) => groupId))
  const missing = wanted.filter(({ id }) => !having.has(id))
  const latest = await latestGames(context, missing)
  let created = 0
  for (const { id } of missing) {
    // Unlike the page, this read is checked at the commit, so a member who joins meanwhile is in the game.
    const group = await tx.get('groups', id)
    if (!group) continue
    try {
      putGame(context, undefined, newGroupGame(context, group, latest.get(id)))
      created++
    } catch (error) {
      skipped.push({ what: `group ${id}`, error })
    }
  }
  const isLastPage = groups.length < limit
  return { created, after: isLastPage ? null : (groups.at(-1)?.id ?? null) }
}
