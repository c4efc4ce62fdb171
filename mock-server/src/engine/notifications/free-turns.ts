import { reminderMessage, turnMessage } from '../../rules/due-message.ts'
import type { Game } from '../../rules/game.ts'
import type { Context } from '../context.ts'
import { queueMessages, receiversOf, wants } from './receivers.ts'

/**
 * Queues that the turn of these games is free for their waiting players, and a reminder for the evening: others have played
 * (api.md, Push times).
 */
export async function queueFreeTurns(context: Context, freed: readonly Game[]): Promise<void> {
  const { now, settings } = context
  for (const game of freed) {
    if (game.completedAt !== null) continue
    const waiting = game.players.filter(({ status }) => status === 'pending').map(({ userId }) => userId)
    const receivers = await receiversOf(context, waiting)
    await queueMessages(
      context,
      [...receivers].flatMap(([userId, { user, zone }]) => {
        const zones = { player: zone, game: settings.timeZone }
        const turn = wants(user, 'turn') ? turnMessage(userId, game, now, zones) : null
        const reminder = wants(user, 'reminder') ? reminderMessage(userId, game.day, now, zones) : null
        return [turn ?? [], reminder ?? []].flat()
      }),
    )
  }
}
