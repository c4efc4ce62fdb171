import { TZDateMini } from '@date-fns/tz'
import { DAY_MS } from '../../contract/constants.ts'
import { type Instant, instantOf, msOf } from './instant.ts'

/** A game day, `YYYY-MM-DD`: midnight to midnight in the game's zone. It has 23, 24 or 25 hours. */
export type GameDay = string

/** Cache of the most recent result: consecutive calls nearly always ask for the same day. */
let latest: { zone: string; day: GameDay; next: GameDay; start: Instant; end: Instant } | null = null

/** The game day at an instant. `zone` is an IANA name. */
export function dayAt(now: Instant, zone: string): GameDay {
  if (latest?.zone === zone && now >= latest.start && now < latest.end) return latest.day
  const day = calendarDayAt(now, zone)
  const next = addDays(day, 1)
  latest = { zone, day, next, start: midnight(day, zone), end: midnight(next, zone) }
  return day
}

/** The calendar day at an instant, of a game or of a player's own zone. */
export function calendarDayAt(now: Instant, zone: string): GameDay {
  const local = new TZDateMini(msOf(now), zone)
  return new Date(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate())).toISOString().slice(0, 10)
}

/** The first instant of a game day. */
export function dayStart(day: GameDay, zone: string): Instant {
  if (latest?.zone === zone && latest.day === day) return latest.start
  if (latest?.zone === zone && latest.next === day) return latest.end
  return midnight(day, zone)
}

/** The first instant after the game day: the next midnight. */
export const dayEnd = (day: GameDay, zone: string): Instant => dayStart(addDays(day, 1), zone)

function midnight(day: GameDay, zone: string): Instant {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return instantOf(new TZDateMini(year, month - 1, date, zone).getTime())
}

/** The day `count` days later, or earlier if `count` is negative. */
export function addDays(day: GameDay, count: number): GameDay {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}
