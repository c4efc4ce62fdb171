import type { Game } from '../../rules/game.ts'
import { historyEntry, historyPage, historySummary, ownEntries } from '../../rules/history.ts'
import { allow } from '../../rules/refusal.ts'
import type { Context, Operations } from '../context.ts'
import { currentGame, gamesInPlay } from '../view-data/current-games.ts'
import { loadPictures } from '../view-data/load-view-data.ts'

/** A player's games (spec section 2, History; api.md, Who is who). */
export const historyOperations = {
  async getHistory(context, { query }) {
    const { tx, player } = context
    // Expired turns must be ended before the history is read.
    await gamesInPlay(context, player)
    const all = await tx.gamesOf(player.id)
    const page = historyPage(all, query.limit, query.before)
    const games: Game[] = []
    for (const { id } of page.games) games.push(await gameNamed(context, id))
    const drawings = games
      .flatMap((game) => ownEntries(game, player.id))
      .flatMap((entry) => (entry.type === 'drawing' ? [entry.drawing] : []))
    const pictures = await loadPictures(context, query.drawings === 'omit' ? [] : drawings)
    return allow({
      entries: games.map((game) => historyEntry(game, player.id, pictures)),
      summary: historySummary(all, player.id),
      nextBefore: page.nextBefore,
    })
  },
} satisfies Operations

async function gameNamed(context: Context, id: string): Promise<Game> {
  const game = await context.tx.get('games', id)
  if (!game) throw new Error(`The game ${id} in the history is missing`)
  return currentGame(context, game)
}
