import type { History, HistoryEntry } from '../contract/schemas/user.ts'
import type { GameDay } from './day.ts'
import type { Entry, Game } from './game.ts'
import type { Instant } from './instant.ts'
import type { Pictures } from './player-view.ts'

/** A game without what was drawn and guessed in it: enough to find it in a player's history, and to sum that up. */
export interface GameSummary {
  readonly id: string
  readonly day: GameDay
  readonly createdAt: Instant
  readonly userIds: readonly string[]
  /** Those of whom it has an entry. */
  readonly playedBy: readonly string[]
}

export const summaryOf = ({ id, day, createdAt, players, entries }: Game): GameSummary => ({
  id,
  day,
  createdAt,
  userIds: players.map(({ userId }) => userId),
  playedBy: entries.map(({ userId }) => userId),
})

/** A page of a player's games and where the next one starts. */
export interface HistoryPage {
  readonly games: readonly GameSummary[]
  /** Null when nothing older is left. */
  readonly nextBefore: GameDay | null
}

/**
 * The newest `limit` games before a day, extended to the end of the last day so that paging by day drops none
 * (api.md, Small print).
 */
export function historyPage(games: readonly GameSummary[], limit: number, before?: GameDay): HistoryPage {
  const older = games
    .filter(({ day }) => before === undefined || day < before)
    .sort(
      (a, b) =>
        b.day.localeCompare(a.day) || b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id),
    )
  const lastDay = older[Math.min(limit, older.length) - 1]?.day
  const page = lastDay === undefined ? [] : older.filter(({ day }) => day >= lastDay)
  return { games: page, nextBefore: page.length < older.length ? (lastDay ?? null) : null }
}

/** Days with a game, and games with an own entry. */
export function historySummary(games: readonly GameSummary[], userId: string): History['summary'] {
  return {
    daysPlayed: new Set(games.map(({ day }) => day)).size,
    participated: games.filter(({ playedBy }) => playedBy.includes(userId)).length,
  }
}

export const ownEntries = (game: Game, userId: string): Entry[] =>
  game.entries.filter((entry) => entry.userId === userId)

/** One game of a player's history; its word is told only when it is over. */
export function historyEntry(game: Game, userId: string, pictures: Pictures): HistoryEntry {
  const completed = game.completedAt !== null
  return {
    gameId: game.id,
    date: game.day,
    word: completed ? game.word : null,
    completed,
    myEntries: ownEntries(game, userId).map((entry) => ({
      type: entry.type,
      content: entry.type === 'guess' ? entry.guess : (pictures.get(entry.drawing) ?? ''),
      timeSpent: entry.timeSpent,
    })),
  }
}
