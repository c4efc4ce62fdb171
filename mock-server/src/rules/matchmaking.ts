import { PUBLIC_GAME } from '../contract/constants.ts'
import type { Game } from './game.ts'

/**
 * Chooses which of today's public games a new player joins: one where they can start now, otherwise the one with the
 * fewest pending players if they are fewer than 3. The oldest wins a tie. Undefined if a new game is needed (api.md,
 * The day and its games).
 */
export function choosePublicGame(games: readonly Game[]): Game | undefined {
  const open = games
    .filter((game) => game.completedAt === null && game.players.length < PUBLIC_GAME.players)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
  return (
    open.find((game) => game.turn === null) ??
    open
      .filter((game) => pending(game) < PUBLIC_GAME.shortQueue)
      .reduce<Game | undefined>(
        (best, game) => (best && pending(best) <= pending(game) ? best : game),
        undefined,
      )
  )
}

const pending = (game: Game): number => game.players.filter(({ status }) => status === 'pending').length
