import { PUBLIC_GAME } from '../../contract/constants.ts'
import type { Instant } from '../time/instant.ts'
import { type Game, turnDeadline } from './game.ts'

/**
 * The games that a new player may join, the preferred one first: those in which they can start now, the oldest first,
 * then those with fewer than 3 pending players, the shortest queue and then the oldest first. Empty if a new game is
 * needed (API.md, The day).
 *
 * @param avoided players whom the new player has blocked, or who have blocked them
 */
export function gamesToJoin(
  games: readonly Game[],
  now: Instant,
  avoided: ReadonlySet<string> = new Set(),
): Game[] {
  const meets = (game: Game) => game.players.some(({ userId }) => avoided.has(userId))
  const open = games.filter((game) => takesPlayers(game) && !meets(game)).sort(byAge)
  const startable = open.filter((game) => isStartable(game, now))
  const queues = open
    .filter((game) => !isStartable(game, now) && pendingPlayers(game) < PUBLIC_GAME.shortQueue)
    .sort((a, b) => pendingPlayers(a) - pendingPlayers(b))
  return [...startable, ...queues]
}

/** Whether this is a public game with a free place. */
export const takesPlayers = (game: Game): boolean =>
  game.kind === 'public' && game.completedAt === null && game.players.length < PUBLIC_GAME.players

export const pendingPlayers = (game: Game): number =>
  game.players.filter(({ status }) => status === 'pending').length

const isStartable = ({ turn }: Game, now: Instant): boolean => turn === null || turnDeadline(turn) <= now

const byAge = (a: Game, b: Game): number => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
