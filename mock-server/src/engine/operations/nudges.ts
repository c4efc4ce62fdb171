import { hasPlayed, playerOf } from '../../core/rules/game/game.ts'
import { nudgeMessage } from '../../core/rules/notifications/due-message.ts'
import { userIdsIn } from '../../core/rules/players/people.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import type { Operations } from '../context.ts'
import { gameToday } from '../games/stored-games.ts'
import { blockedEitherWay } from '../moderation/blocked-pairs.ts'
import { queueMessages, receiversOf, wants } from '../notifications/receivers.ts'

/** A player who has played nudges those who have not (API.md, Nudges). */
export const nudgeOperations = {
  async nudge(context) {
    const { player, now } = context
    const game = await gameToday(context, player)
    const you = game && playerOf(game, player.id)
    if (game?.kind !== 'group' || !you || !hasPlayed(you)) {
      return refuse('CONFLICT', 'You can nudge the others of your group after your turn')
    }
    if (game.completedAt !== null || game.turn) return refuse('CONFLICT', 'Nobody keeps the game waiting')
    const avoided = await blockedEitherWay(context)
    const waiting = game.players.filter(({ status, userId }) => status === 'pending' && !avoided.has(userId))
    const receivers = await receiversOf(context, userIdsIn(waiting))
    const messages = [...receivers.values()].map(({ user, zones }) =>
      wants(user, 'turn') ? nudgeMessage(user.id, game, player.id, now, zones) : null,
    )
    await queueMessages(context, messages)
    return allow({ success: true as const })
  },
} satisfies Operations
