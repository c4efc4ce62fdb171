import type { Game } from '../../rules/game/game.ts'
import { type GameEvent, gameEvents } from '../../rules/game/game-events.ts'
import type { GameDay } from '../../rules/time/day.ts'
import type { Transaction } from '../transaction.ts'

/** The games that a transaction has changed, by id. A new game has no state before the transaction. */
export type ChangedGames = Map<string, { readonly before: Game | undefined; readonly after: Game }>

interface Writing {
  readonly tx: Transaction
  readonly changedGames: ChangedGames
}

/**
 * Stores a game, and notes the change for its events and push messages.
 *
 * @param before as this transaction has read it; undefined for a new game
 */
export function putGame({ tx, changedGames }: Writing, before: Game | undefined, after: Game): void {
  if (before) tx.replace('games', before, after)
  else tx.insert('games', after)
  const earlier = changedGames.get(after.id)
  changedGames.set(after.id, { before: earlier ? earlier.before : before, after })
}

/** Removes a game without an event. */
export function removeGame({ tx, changedGames }: Writing, id: string): void {
  tx.remove('games', id)
  changedGames.delete(id)
}

/** The events of all changes. */
export const eventsOf = (games: ChangedGames): GameEvent[] =>
  [...games.values()].flatMap(({ before, after }) => gameEvents(before, after))

/** Games that were completed, and games of `day` that were created as completed. */
export const completedGames = (games: ChangedGames, day: GameDay): Game[] =>
  [...games.values()]
    .filter(
      ({ before, after }) =>
        after.completedAt !== null && (before ? before.completedAt === null : after.day === day),
    )
    .map(({ after }) => after)

/** Games in which a turn has begun. */
export const startedGames = (games: ChangedGames): Game[] =>
  [...games.values()]
    .filter(({ before, after }) => after.turn && before?.turn?.id !== after.turn.id)
    .map(({ after }) => after)

/** Games whose turn has become free. */
export const freedGames = (games: ChangedGames): Game[] =>
  [...games.values()]
    .filter(({ before, after }) => before?.turn && after.turn === null)
    .map(({ after }) => after)
