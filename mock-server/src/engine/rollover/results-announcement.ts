import { addDays, dayEnd } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { Context } from '../context.ts'
import { playerDay } from '../store.ts'
import type { OutboxEntry } from '../world.ts'
import { tokensOf } from './push-messages.ts'

/** Max games whose results one transaction announces. */
const BATCH = 100

/** Queues completed games in the outbox, to announce their results after the end of their day. */
export async function queueAnnouncements(context: Context, games: readonly Game[]): Promise<OutboxEntry[]> {
  if (games.length === 0) return []
  const { tx, settings } = context
  const queued = await tx.getMany(
    'outbox',
    games.map(({ id }) => id),
  )
  const queuedIds = new Set(queued.map(({ gameId }) => gameId))
  const entries = games
    .filter(({ id }) => !queuedIds.has(id))
    .map(({ id, day }) => ({ gameId: id, dueAt: dayEnd(day, settings.timeZone) }))
  for (const entry of entries) tx.put('outbox', entry)
  return entries
}

/**
 * Announces one batch of due results and removes it from the outbox (api.md, Notifications). Messages are sent after
 * the commit: a crash in between loses the messages of one batch, but no message is sent twice.
 * @returns whether more results are due.
 */
export async function announceBatch(context: Context): Promise<boolean> {
  const { tx, now, day } = context
  await tx.lock('outbox')
  const entries = await tx.outboxDue(now, BATCH)
  for (const { gameId } of entries) tx.remove('outbox', gameId)
  const games = await tx.getMany(
    'games',
    entries.map(({ gameId }) => gameId),
  )
  // Results of earlier days are not announced: the server was off, or its clock was wrong.
  const yesterday = addDays(day, -1)
  await announce(
    context,
    games.filter((game) => game.day === yesterday),
  )
  return entries.length === BATCH
}

async function announce(context: Context, games: readonly Game[]): Promise<void> {
  const playersOf = (game: Game) => game.players.map(({ userId }) => userId)
  const tokens = await tokensOf(context, [...new Set(games.flatMap(playersOf))])
  if (tokens.length === 0) return
  const firstGameOf = await firstGames(context, games, new Set(tokens.map(({ userId }) => userId)))
  const ids = new Set(games.map(({ id }) => id))
  for (const { userId, token, platform } of tokens) {
    if (!ids.has(firstGameOf.get(userId) ?? '')) continue
    context.send({
      token,
      platform,
      title: 'The results are in!',
      body: "See what became of yesterday's word.",
    })
  }
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
  for (const { id, players } of await tx.findMany('games', 'playerDay', keys)) {
    for (const { userId } of players) {
      const first = firstOf.get(userId)
      if (first === undefined || id < first) firstOf.set(userId, id)
    }
  }
  return firstOf
}
