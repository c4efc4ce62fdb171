import { minuteIn } from '../../output/game-time.ts'
import type { WatchedGame } from './watched-games.ts'

/** One cell of a game's row in the day view. */
export interface DayCell {
  readonly mark: 'none' | 'open' | 'drawing' | 'guess' | 'several' | 'skipped' | 'over'
  /** The number of turns submitted in this cell. */
  readonly turns: number
}

const MINUTES = 24 * 60

/**
 * The position of an instant in a game day, from 0 to 1 between midnights by the wall clock of the zone. Instants
 * before or after the day are clamped to its edges.
 */
export function placeInDay(instant: string, day: string, timeZone: string): number {
  const [date = '', time = ''] = minuteIn(instant, timeZone).split(' ')
  if (date < day) return 0
  if (date > day) return 1
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) / MINUTES
}

export const columnOf = (place: number, columns: number): number =>
  Math.min(columns - 1, Math.floor(place * columns))

/** The day of one game as a row of cells: open from its start until now or its end, with a mark for each turn. */
export function cellsOf(game: WatchedGame, now: string, timeZone: string, columns: number): DayCell[] {
  const column = (instant: string) => columnOf(placeInDay(instant, game.day, timeZone), columns)
  const cells: DayCell[] = Array.from({ length: columns }, () => ({ mark: 'none', turns: 0 }))
  if (game.createdAt === null) return cells
  const end = column(game.completedAt ?? now)
  for (let at = column(game.createdAt); at <= end; at++) cells[at] = { mark: 'open', turns: 0 }
  for (const { at, type } of game.steps) {
    if (at === null) continue
    const turns = (cells[column(at)]?.turns ?? 0) + 1
    cells[column(at)] = { mark: turns > 1 ? 'several' : type, turns }
  }
  for (const { status, playedAt } of game.players) {
    if (status !== 'skipped' || playedAt === null) continue
    const { turns = 0 } = cells[column(playedAt)] ?? {}
    if (turns === 0) cells[column(playedAt)] = { mark: 'skipped', turns }
  }
  if (game.completedAt !== null && cells[end]?.turns === 0) cells[end] = { mark: 'over', turns: 0 }
  return cells
}

/** The number of turns submitted in all games, per cell. */
export function turnsOverDay(games: readonly WatchedGame[], timeZone: string, columns: number): number[] {
  const turns = Array.from({ length: columns }, () => 0)
  for (const { day, steps } of games) {
    for (const { at } of steps) {
      if (at === null) continue
      const column = columnOf(placeInDay(at, day, timeZone), columns)
      turns[column] = (turns[column] ?? 0) + 1
    }
  }
  return turns
}
