import { historyEntry, historyPage, historySummary, ownEntries } from '../../rules/history.ts'
import { allow } from '../../rules/refusal.ts'
import type { Operations } from '../context.ts'
import { settled } from '../players-game.ts'
import { loadPictures } from '../scene.ts'

/** A player's games (spec section 2, History; api.md, Who is who). */
export const historyOperations = {
  async getHistory(context, { query }) {
    const { tx, player } = context
    const games = (await tx.find('games', 'player', player.id)).map((game) => settled(context, game))
    const page = historyPage(games, query.limit, query.before)
    const drawings = page.games
      .flatMap((game) => ownEntries(game, player.id))
      .flatMap((entry) => (entry.type === 'drawing' ? [entry.drawing] : []))
    const pictures = await loadPictures(context, drawings)
    return allow({
      entries: page.games.map((game) => historyEntry(game, player.id, pictures)),
      summary: historySummary(games, player.id),
      nextBefore: page.nextBefore,
    })
  },
} satisfies Operations
