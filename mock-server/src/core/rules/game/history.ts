import type { History, HistoryEntry } from '../../contract/schemas/user.ts'
import { addDays, type GameDay } from '../time/day.ts'
import type { Instant } from '../time/instant.ts'
import { type Entry, type Game, playerOf } from './game.ts'
import { type Pictures, pictureKey, shownGuess } from './shown-entries.ts'

/** A game without its entries: enough to list and count a player's history. */
export interface GameSummary {
  readonly id: string
  readonly day: GameDay
  readonly createdAt: Instant
  readonly userIds: readonly string[]
  /** Ids of the players who have an entry in the game. */
  readonly playedBy: readonly string[]
  /** Ids of the players who passed their turn without a mark. */
  readonly excused: readonly string[]
}

export const summaryOf = ({ id, day, createdAt, players, entries }: Game): GameSummary => ({
  id,
  day,
  createdAt,
  userIds: players.map(({ userId }) => userId),
  playedBy: entries.map(({ userId }) => userId),
  excused: players.filter(({ excused }) => excused).map(({ userId }) => userId),
})

/** One page of a player's games. */
export interface HistoryPage {
  readonly games: readonly GameSummary[]
  /** The `before` of the next page; null if there are no older games. */
  readonly nextBefore: GameDay | null
}

/**
 * The newest `limit` games before a day. The page is extended to include all games of its last day, because the next
 * page starts with an earlier day.
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

interface DaysOffInput {
  /** All games of the player. */
  readonly games: readonly GameSummary[]
  /** When the player has joined their group; null without one. */
  readonly memberSince: GameDay | null
  readonly eveningsOff: readonly GameDay[]
  /** The days of the page, without `to`. */
  readonly from: GameDay
  readonly to: GameDay
}

/** The days on which a player could not play: their group had no game, or the evening was under maintenance. */
export function daysOff({ games, memberSince, eveningsOff, from, to }: DaysOffInput): GameDay[] {
  const played = new Set(games.map(({ day }) => day))
  const days: GameDay[] = []
  for (let day = from; day < to; day = addDays(day, 1)) {
    const hadNoGame = memberSince !== null && day > memberSince && !played.has(day)
    if (hadNoGame || eveningsOff.includes(day)) days.push(day)
  }
  return days
}

/** Counts the days with a game, and the games in which the player has an entry. Excused games do not count. */
export function historySummary(games: readonly GameSummary[], userId: string): History['summary'] {
  return {
    daysPlayed: new Set(games.filter(({ excused }) => !excused.includes(userId)).map(({ day }) => day)).size,
    participated: games.filter(({ playedBy }) => playedBy.includes(userId)).length,
  }
}

export const ownEntries = (game: Game, userId: string): Entry[] =>
  game.entries.filter((entry) => entry.userId === userId)

/** One game in a player's history. The word is included only once the game is completed. */
export function historyEntry(game: Game, userId: string, pictures: Pictures): HistoryEntry {
  const completed = game.completedAt !== null
  return {
    gameId: game.id,
    date: game.day,
    word: completed ? game.word : null,
    completed,
    ...(playerOf(game, userId)?.excused && { excused: true }),
    myEntries: ownEntries(game, userId).map((entry) => ({
      type: entry.type,
      content: entry.type === 'guess' ? shownGuess(entry) : (pictures.get(pictureKey(entry) ?? '') ?? ''),
      timeSpent: entry.timeSpent,
    })),
  }
}
