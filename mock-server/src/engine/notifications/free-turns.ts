import { type Game, turnDeadline } from '../../core/rules/game/game.ts'
import { type DueMessage, reminderMessage, turnMessage } from '../../core/rules/notifications/due-message.ts'
import { addDays, dayAt } from '../../core/rules/time/day.ts'
import { playerDay } from '../collections.ts'
import type { Context } from '../context.ts'
import { queueMessages, type Receiver, receiversOf, wants } from './receivers.ts'

/**
 * Queues that the turn of these games is free for their waiting players, and a reminder for the evening: others have
 * played (API.md, Notification times).
 */
export const queueFreeTurns = (context: Context, freed: readonly Game[]): Promise<void> =>
  queueForWaiting(context, freed, (game, { user, zones }) => [
    wants(user, 'turn') ? turnMessage(user.id, game, context.now, zones) : null,
    wants(user, 'reminder') ? reminderMessage(user.id, game.day, context.now, zones) : null,
  ])

/**
 * Queues that the turn of these games is free for the case that the running one is never submitted: then no call may
 * come that would notice it.
 */
export const queueLapsingTurns = (context: Context, started: readonly Game[]): Promise<void> =>
  queueForWaiting(context, started, (game, { user, zones }) => {
    const isWanted = game.turn && wants(user, 'turn')
    return [isWanted ? turnMessage(user.id, game, turnDeadline(game.turn), zones) : null]
  })

/**
 * Queues reminders for the players of new games of groups that had none on the day before, but are older: no results of that
 * day bring reminders with them.
 */
export async function queueReminders(context: Context, created: readonly Game[]): Promise<void> {
  const { tx, now, settings } = context
  const ofGroups = created.filter(({ kind }) => kind === 'group')
  const dayBefore = ({ day, players }: Game) => playerDay(players[0]?.userId ?? '', addDays(day, -1))
  const before = await tx.peek('games', 'playerDay', ofGroups.map(dayBefore))
  const played = new Set(
    before.flatMap(({ day, players }) => players.map(({ userId }) => playerDay(userId, day))),
  )
  const missing = ofGroups.filter((game) => !played.has(dayBefore(game)))
  const groups = await tx.peek(
    'groups',
    'id',
    missing.flatMap(({ groupId }) => groupId ?? []),
  )
  const older = new Set(
    groups.filter(({ createdAt }) => dayAt(createdAt, settings.timeZone) < context.day).map(({ id }) => id),
  )
  await queueForWaiting(
    context,
    missing.filter(({ groupId }) => groupId !== null && older.has(groupId)),
    (game, { user, zones }) => [
      wants(user, 'reminder') ? reminderMessage(user.id, game.day, now, zones) : null,
    ],
  )
}

/** Queues messages for the waiting players of these games. */
async function queueForWaiting(
  context: Context,
  games: readonly Game[],
  messagesFor: (game: Game, receiver: Receiver) => readonly (DueMessage | null)[],
): Promise<void> {
  for (const game of games) {
    if (game.completedAt !== null) continue
    const waiting = game.players.filter(({ status }) => status === 'pending').map(({ userId }) => userId)
    const receivers = await receiversOf(context, waiting)
    const messages = [...receivers.values()].flatMap((receiver) => messagesFor(game, receiver))
    await queueMessages(context, messages)
  }
}
