import type { GameDay } from '../time/day.ts'
import type { Game } from './game.ts'

/* The flame of a group: on how many days in a row everybody came. */

/** Fewer players are no group. */
const MIN_PLAYERS = 2

/** Whether all players of a group's game have played. An excused turn is not played either: the row must not tell who reported. */
const hasEverybody = ({ players }: Game): boolean =>
  players.length >= MIN_PLAYERS && players.every(({ status }) => status === 'completed')

/** The days in a row on which everybody came, up to this game; without its day until everybody has played. */
export const daysTogether = (game: Game): number => (game.together ?? 0) + (hasEverybody(game) ? 1 : 0)

/**
 * {@link Game.together} of a group's next game. A day on which players could not play, or only one was there, ends no row.
 * @param latest the group's game before it; it may still be open for a turn that runs over midnight, which counts as played
 * @param isOff whether players could not play on a day
 */
export function togetherBefore(latest: Game | undefined, isOff: (day: GameDay) => boolean): number {
  if (!latest) return 0
  const players = latest.players.map((player) =>
    player.status === 'playing' ? { ...player, status: 'completed' as const } : player,
  )
  const ended = { ...latest, players }
  if (hasEverybody(ended)) return daysTogether(ended)
  return players.length < MIN_PLAYERS || isOff(latest.day) ? (latest.together ?? 0) : 0
}
