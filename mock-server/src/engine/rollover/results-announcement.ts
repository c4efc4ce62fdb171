import type { Game } from '../../core/rules/game/game.ts'
import {
  type DueMessage,
  LATE_REMINDER_MS,
  reminderMessage,
  resultsMessage,
} from '../../core/rules/notifications/due-message.ts'
import { addDays, dayEnd } from '../../core/rules/time/day.ts'
import { type Instant, plus } from '../../core/rules/time/instant.ts'
import { idsOf, playerDay } from '../collections.ts'
import type { Context } from '../context.ts'
import { queueMessages, receiversOf, wants } from '../notifications/receivers.ts'
import { StoreUnavailableError } from '../store.ts'
import type { Skipped } from './rollover.ts'

/** Max games whose results one transaction announces. */
const BATCH = 100
/** When an announcement that failed is tried again. */
const RETRY_MS = 60 * 60 * 1000

/**
 * Announces the results of games that this transaction has completed (API.md, Notifications). Games whose day has not
 * ended are stored as unannounced, and so are those that cannot be announced.
 */
export async function announceCompleted(context: Context, games: readonly Game[]): Promise<void> {
  if (games.length === 0) return
  const dueAt = ({ day }: Game) => dayEnd(day, context.settings.timeZone)
  const isDue = (game: Game) => dueAt(game) <= context.now
  const due = games.filter(isDue)
  const failure = await failureOf(() => announce(context, due))
  const waiting = failure ? games : games.filter((game) => !isDue(game))
  const queued = await context.tx.peek('outbox', 'id', idsOf(waiting))
  const queuedIds = new Set(queued.map(({ gameId }) => gameId))
  for (const game of waiting) {
    if (!queuedIds.has(game.id)) context.tx.insert('outbox', { gameId: game.id, dueAt: dueAt(game) })
  }
}

interface Announced {
  readonly hasMore: boolean
  readonly skipped: readonly Skipped[]
  /** When the skipped announcements are due again; null if there are none. */
  readonly recheckAt: Instant | null
}

/** Announces one batch of due results. Those that fail are due again an hour later. */
export async function announceBatch(context: Context): Promise<Announced> {
  const { tx, now } = context
  await tx.lock('outbox')
  const gameIds = (await tx.peekSearch('unannouncedGames', now, BATCH)).map(({ gameId }) => gameId)
  for (const gameId of gameIds) tx.remove('outbox', gameId)
  const announceAll = async (ids: readonly string[]) => announce(context, await tx.peek('games', 'id', ids))
  const skipped: Skipped[] = []
  const dueAt = plus(now, RETRY_MS)
  if (await failureOf(() => announceAll(gameIds))) {
    for (const gameId of gameIds) {
      const failure = await failureOf(() => announceAll([gameId]))
      if (!failure) continue
      skipped.push({ what: `the results of game ${gameId}`, ...failure })
      tx.insert('outbox', { gameId, dueAt })
    }
  }
  return { hasMore: gameIds.length === BATCH, skipped, recheckAt: skipped.length > 0 ? dueAt : null }
}

/** The error of work on data, or null. @throws StoreUnavailableError if the store failed. */
async function failureOf(work: () => Promise<void>): Promise<{ error: unknown } | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    return { error }
  }
}

/**
 * Queues the results and the reminder of the new day for the players of these games. Results of days before yesterday
 * are not announced: the server was off, or its clock was wrong.
 */
async function announce(context: Context, completed: readonly Game[]): Promise<void> {
  const { day, now } = context
  const yesterday = addDays(day, -1)
  const games = completed.filter((game) => game.day === yesterday)
  if (games.length === 0) return
  const playersOf = (game: Game) => game.players.map(({ userId }) => userId)
  const receivers = await receiversOf(context, [...new Set(games.flatMap(playersOf))])
  if (receivers.size === 0) return
  const firstGameOf = await firstGames(context, games, new Set(receivers.keys()))
  const ids = new Set(idsOf(games))
  const messages: (DueMessage | null)[] = []
  for (const [userId, { user, zones }] of receivers) {
    const gameId = firstGameOf.get(userId) ?? ''
    if (!ids.has(gameId)) continue
    if (wants(user, 'results')) messages.push(resultsMessage(userId, gameId, yesterday, zones))
    if (wants(user, 'reminder')) messages.push(reminderMessage(userId, day, now, zones, LATE_REMINDER_MS))
  }
  await queueMessages(context, messages)
}

/** Each player's game with the lowest id on that day. A player of two games is notified once, about that one. */
async function firstGames(
  { tx }: Context,
  games: readonly Game[],
  userIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const keys = games.flatMap(({ day, players }) =>
    players.filter(({ userId }) => userIds.has(userId)).map(({ userId }) => playerDay(userId, day)),
  )
  const firstOf = new Map<string, string>()
  for (const { id, players } of await tx.peek('games', 'playerDay', keys)) {
    for (const { userId } of players) {
      const first = firstOf.get(userId)
      if (first === undefined || id < first) firstOf.set(userId, id)
    }
  }
  return firstOf
}
