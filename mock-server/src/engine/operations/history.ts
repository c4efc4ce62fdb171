import { historyEntry, historyPage, historySummary, ownEntries } from '../../rules/game/history.ts'
import { allow } from '../../rules/refusal.ts'
import type { Operations } from '../context.ts'
import { gamesInPlay, updateGame } from '../games/stored-games.ts'
import { loadPictures } from '../view-data.ts'

/** A player's games (API.md, Players and tokens). */
export const historyOperations = {
  async getHistory(context, { query }) {
    const { tx, player } = context
    // Expired turns must be ended before the history is read.
    await gamesInPlay(context, player)
    const all = await tx.gamesOf(player.id)
    const page = historyPage(all, query.limit, query.before)
    const ids = page.games.map(({ id }) => id)
    // A game is missing if the world was reset after `gamesOf`.
    const games = (await tx.getMany('games', ids)).map((game) => updateGame(context, game))
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
