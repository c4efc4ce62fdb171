import {
  type GameSummary,
  historyEntry,
  historyPage,
  historySummary,
  ownEntries,
  summaryOf,
} from '../../core/rules/game/history.ts'
import { allow } from '../../core/rules/refusal.ts'
import type { Operations } from '../context.ts'
import { daysOffOf } from '../days-off.ts'
import { gamesInPlay, updateGame } from '../games/stored-games.ts'
import { loadPictures } from '../view-data.ts'

/** A player's games (API.md, Players and tokens). */
export const historyOperations = {
  async getHistory(context, { query }) {
    const { tx, player } = context
    // Expired turns end now, and their games may have changed in this transaction only.
    const inPlay = (await gamesInPlay(context, player)).map(summaryOf)
    const isEarlier = ({ id }: GameSummary) => !inPlay.some((game) => game.id === id)
    const all = [...inPlay, ...(await tx.peekSearch('gamesOfPlayer', player.id)).filter(isEarlier)]
    const page = historyPage(all, query.limit, query.before)
    const ids = page.games.map(({ id }) => id)
    // A game is missing if the world was reset after the search.
    const games = (await tx.peek('games', 'id', ids)).map((game) => updateGame(context, game))
    const drawings = games
      .flatMap((game) => ownEntries(game, player.id))
      .flatMap((entry) => (entry.type === 'drawing' ? [entry.drawing] : []))
    const pictures = await loadPictures(context, query.drawings === 'omit' ? [] : drawings)
    const oldest = all.map(({ day }) => day).sort()[0]
    const off = await daysOffOf(context, player, all, {
      from: page.nextBefore ?? oldest ?? context.day,
      to: query.before ?? context.day,
    })
    return allow({
      entries: games.map((game) => historyEntry(game, player.id, pictures)),
      summary: historySummary(all, player.id),
      nextBefore: page.nextBefore,
      ...(off.length > 0 && { daysOff: off }),
    })
  },
} satisfies Operations
