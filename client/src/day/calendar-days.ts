import type { HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { type Streak, streakOf as streakOfDays } from '@inkling/mock-server/rules/game/streak'
import { addDays, type GameDay } from '@inkling/mock-server/rules/time/day'

export type { Streak }

/** A month as `YYYY-MM`. */
export type Month = string

/** The loaded part of a player's history: every day from `since` on. */
export interface KnownDays {
  /** The games of each day. */
  readonly entries: ReadonlyMap<GameDay, readonly HistoryEntry[]>
  /** The first day that is loaded completely; null when the whole history is loaded. */
  readonly since: GameDay | null
  /** Days on which the player could not play. */
  readonly off: ReadonlySet<GameDay>
}

/**
 * @param nextBefore from the last page; the pages are complete from that day on
 * @param daysOff of all pages
 */
export function knownDays(
  entries: readonly HistoryEntry[],
  nextBefore: GameDay | null,
  daysOff: readonly GameDay[] = [],
): KnownDays {
  const days = new Map<GameDay, HistoryEntry[]>()
  const seen = new Set<string>()
  for (const entry of entries) {
    if (seen.has(entry.gameId)) continue
    seen.add(entry.gameId)
    const day = days.get(entry.date)
    if (day) day.push(entry)
    else days.set(entry.date, [entry])
  }
  return { entries: days, since: nextBefore, off: new Set(daysOff) }
}

/** Whether the player drew or guessed something on a day. */
export const hasPlayed = ({ entries }: KnownDays, day: GameDay): boolean =>
  entries.get(day)?.some(({ myEntries }) => myEntries.length > 0) ?? false

/** Whether a day neither counts nor ends a streak: the turn was passed without a mark, or the player could not play. */
const isExcused = ({ entries, off }: KnownDays, day: GameDay): boolean =>
  off.has(day) || (entries.get(day)?.some(({ excused }) => excused) ?? false)

/** The player's streak in the loaded days: the same rule as for the reminder to keep it. */
export const streakOf = (known: KnownDays, today: GameDay): Streak =>
  streakOfDays(
    {
      hasPlayed: (day) => hasPlayed(known, day),
      isExcused: (day) => isExcused(known, day),
      isKnown: (day) => isKnown(known, day),
    },
    today,
  )

/** The streak that ended before today; null if there is none, or it is that of today. */
export function endedStreakOf(known: KnownDays, today: GameDay): Streak | null {
  if (streakOf(known, today).days > 0) return null
  const last = [...known.entries.keys()]
    .filter((day) => hasPlayed(known, day))
    .sort()
    .at(-1)
  return last === undefined ? null : streakOf(known, last)
}

export function streakText({ days, isMore }: Streak): string {
  if (days === 0) return 'No streak yet'
  if (isMore) return `${days}+ days in a row`
  return days === 1 ? '1 day in a row' : `${days} days in a row`
}

export const isKnown = ({ since }: KnownDays, day: GameDay): boolean => since === null || day >= since

export const monthOf = (day: GameDay): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): GameDay => `${month}-01`

/** The month `count` months later; earlier for a negative count. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/**
 * The days of a month in weeks; null for days of the neighbouring months.
 * @param firstWeekday the first day of a week, 1 for Monday to 7 for Sunday
 */
export function weeksOf(month: Month, firstWeekday = 1): (GameDay | null)[][] {
  const first = firstDayOf(month)
  const count = Math.round((Date.parse(firstDayOf(addMonths(month, 1))) - Date.parse(first)) / 86_400_000)
  const before = (new Date(first).getUTCDay() - firstWeekday + 7) % 7
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: count }, (_, at) => addDays(first, at)),
  ]
  const weeks: (GameDay | null)[][] = []
  for (let at = 0; at < cells.length; at += 7) {
    const week = cells.slice(at, at + 7)
    weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)])
  }
  return weeks
}
