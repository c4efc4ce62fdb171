import { type Game, turnDeadline } from '../../core/rules/game/game.ts'
import {
  type DueMessage,
  isWaiting,
  type PushText,
  reminderReason,
  type Zones,
} from '../../core/rules/notifications/due-message.ts'
import {
  type NameOf,
  nudgeText,
  reminderText,
  resultsText,
  turnText,
} from '../../core/rules/notifications/push-texts.ts'
import { type Veil, veilsName } from '../../core/rules/players/people.ts'
import { isHiddenText } from '../../core/rules/players/user.ts'
import { addDays } from '../../core/rules/time/day.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import { playerDay } from '../collections.ts'
import type { Context } from '../context.ts'
import { updateGame } from '../games/stored-games.ts'
import { loadVeil } from '../view-data.ts'
import type { Receiver } from './receivers.ts'
import { hasStreak } from './streaks.ts'

/** A text to send now, or when the message may become of use; null for one that has become pointless. */
type Now = { readonly text: PushText } | { readonly laterAt: Instant } | null

/** What each of these messages says now. */
export async function messageTexts(
  context: Context,
  due: readonly DueMessage[],
  receivers: ReadonlyMap<string, Receiver>,
): Promise<(message: DueMessage, zones: Zones) => Now> {
  const { tx } = context
  const wanted = due.filter(({ userId, isDone }) => !isDone && receivers.has(userId))
  const reminders = wanted.filter(({ kind }) => kind === 'reminder')
  const keys = reminders.flatMap(({ userId, day }) => [
    playerDay(userId, day),
    playerDay(userId, addDays(day, -1)),
  ])
  const games = [
    ...(await tx.peek('games', 'id', [...new Set(wanted.flatMap(({ gameId }) => gameId ?? []))])),
    ...(await tx.peek('games', 'playerDay', keys)),
  ]
  const byId = new Map(games.map((game) => [game.id, game]))
  // A running turn may be over.
  for (const { kind, gameId } of wanted) {
    const game = kind === 'turn' ? byId.get(gameId ?? '') : undefined
    if (game) byId.set(game.id, updateGame(context, game))
  }
  const gamesOf = new Map<string, Game[]>()
  for (const game of byId.values()) {
    for (const { userId } of game.players) gamesOf.set(userId, [...(gamesOf.get(userId) ?? []), game])
  }
  const authors = [...byId.values()].flatMap(({ entries }) => entries.map(({ userId }) => userId))
  const users = await tx.peek('users', 'id', [...new Set(authors)])
  const authorOf = new Map(users.map((user) => [user.id, user]))
  const veils = new Map<string, Veil>()
  for (const { user } of receivers.values()) veils.set(user.id, await loadVeil(context, user))
  // By player and day: after an outage, the reminders of two days are due together.
  const keepers = new Set<string>()
  for (const { userId, day } of reminders) {
    const receiver = receivers.get(userId)
    if (receiver && (await hasStreak(context, receiver.user, day, gamesOf.get(userId) ?? [])))
      keepers.add(playerDay(userId, day))
  }
  const nameFor = (id: string, veil: Veil): string | null => {
    const author = authorOf.get(id)
    if (!author || author.deletedAt || isHiddenText(author, author.username)) return null
    return veilsName(veil, id) ? null : author.username
  }
  return ({ kind, userId, gameId, day, text, from }, zones) => {
    if (text) return { text }
    const veil = veils.get(userId)
    const nameOf: NameOf = (id) => (veil ? nameFor(id, veil) : null)
    if (kind === 'reminder') {
      const reason = reminderReason(
        userId,
        day,
        gamesOf.get(userId) ?? [],
        keepers.has(playerDay(userId, day)),
      )
      return reason && { text: reminderText(reason, day, zones, nameOf) }
    }
    const game = byId.get(gameId ?? '')
    if (!game) return null
    if (kind === 'results') return { text: resultsText(game, userId, nameOf) }
    if (!isWaiting(game, userId)) return null
    // The one who plays may not submit.
    if (game.turn) return { laterAt: turnDeadline(game.turn) }
    const you = receivers.get(userId)?.user.username ?? ''
    return {
      text: from === undefined ? turnText(game, zones, nameOf) : nudgeText(game, you, nameOf(from), zones),
    }
  }
}
