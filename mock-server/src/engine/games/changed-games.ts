import type { Game } from '../../core/rules/game/game.ts'
import { type GameEvent, gameEvents } from '../../core/rules/game/game-events.ts'
import type { Context } from '../context.ts'
import { queueFreeTurns, queueLapsingTurns, queueReminders } from '../notifications/free-turns.ts'
import { announceCompleted } from '../rollover/results-announcement.ts'

/**
 * Queues the push messages that follow from the games that a transaction has changed.
 * @returns the events of all changes.
 */
export async function followChanges(context: Context): Promise<GameEvent[]> {
  const changes = [...context.changedGames.values()]
  const gamesWhere = (isWanted: (change: (typeof changes)[number]) => boolean): Game[] =>
    changes.filter(isWanted).map(({ after }) => after)
  // Or created as completed today.
  const completed = gamesWhere(
    ({ before, after }) =>
      after.completedAt !== null && (before ? before.completedAt === null : after.day === context.day),
  )
  await announceCompleted(context, completed)
  await queueReminders(
    context,
    gamesWhere(({ before, after }) => before === undefined && after.day === context.day),
  )
  await queueFreeTurns(
    context,
    gamesWhere(({ before, after }) => Boolean(before?.turn) && after.turn === null),
  )
  await queueLapsingTurns(
    context,
    gamesWhere(({ before, after }) => after.turn !== null && before?.turn?.id !== after.turn.id),
  )
  return changes.flatMap(({ before, after }) => gameEvents(before, after))
}
