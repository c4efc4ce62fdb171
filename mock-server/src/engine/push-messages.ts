import { addDays } from '../rules/day.ts'
import type { Game } from '../rules/game.ts'
import type { Context } from './context.ts'
import type { DomainEvent } from './events.ts'
import type { PushMessage } from './ports.ts'

/**
 * What players are told of one transaction: that the turn is free, to those who wait for it, and at roll-over that
 * results are in, to those who played (api.md, Notifications).
 * @param freed games whose turn has become free.
 */
export async function pushMessages(
  context: Context,
  events: readonly DomainEvent[],
  freed: readonly Game[],
): Promise<PushMessage[]> {
  const messages: PushMessage[] = []
  for (const game of freed) messages.push(...(await turnIsFree(context, game)))
  for (const event of events) {
    if (event.type === 'day-started') messages.push(...(await resultsAreIn(context)))
  }
  return messages
}

async function turnIsFree(context: Context, game: Game): Promise<PushMessage[]> {
  if (game.completedAt !== null) return []
  const waiting = game.players.filter(({ status }) => status === 'pending').map(({ userId }) => userId)
  return toPlayers(
    context,
    waiting,
    "It's your chance to play!",
    'The turn is free. Draw or guess before midnight.',
  )
}

async function resultsAreIn(context: Context): Promise<PushMessage[]> {
  const games = await context.tx.gamesOfDay(addDays(context.day, -1))
  const players = new Set(games.flatMap((game) => game.players.map(({ userId }) => userId)))
  return toPlayers(context, players, 'The results are in!', "See what became of yesterday's word.")
}

async function toPlayers(
  { tx }: Context,
  userIds: Iterable<string>,
  title: string,
  body: string,
): Promise<PushMessage[]> {
  const messages: PushMessage[] = []
  for (const userId of userIds) {
    const user = await tx.get('users', userId)
    if (!user?.pushNotifications) continue
    for (const { token, platform } of await tx.find('pushTokens', 'user', userId)) {
      messages.push({ token, platform, title, body })
    }
  }
  return messages
}
