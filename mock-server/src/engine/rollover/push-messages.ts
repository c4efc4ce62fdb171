import type { Game } from '../../rules/game.ts'
import type { Context } from '../context.ts'
import type { PushMessage } from '../ports.ts'
import type { PushToken } from '../world.ts'

/** Notifies the waiting players of a game that the turn is free (api.md, Notifications). */
export async function sendTurnIsFree(context: Context, freed: readonly Game[]): Promise<void> {
  for (const game of freed) {
    if (game.completedAt !== null) continue
    const waiting = game.players.filter(({ status }) => status === 'pending').map(({ userId }) => userId)
    await sendTo(context, waiting, {
      title: "It's your chance to play!",
      body: 'The turn is free. Draw or guess before midnight.',
    })
  }
}

/** Sends a message to all phones and browsers of these players. */
export async function sendTo(
  context: Context,
  userIds: readonly string[],
  message: Pick<PushMessage, 'title' | 'body'>,
): Promise<void> {
  for (const { token, platform } of await tokensOf(context, userIds))
    context.send({ token, platform, ...message })
}

/** The push tokens of those players who have notifications on, in the order of `userIds`. */
export async function tokensOf({ tx }: Context, userIds: readonly string[]): Promise<PushToken[]> {
  const tokens = await tx.findMany('pushTokens', 'user', userIds)
  if (tokens.length === 0) return []
  const owners = await tx.getMany('users', [...new Set(tokens.map(({ userId }) => userId))])
  const reachable = new Set(owners.filter((user) => user.pushNotifications).map(({ id }) => id))
  const placeOf = new Map(userIds.map((id, at) => [id, at]))
  const place = ({ userId }: PushToken) => placeOf.get(userId) ?? 0
  return tokens
    .filter(({ userId }) => reachable.has(userId))
    .sort((a, b) => place(a) - place(b) || (a.token < b.token ? -1 : 1))
}
