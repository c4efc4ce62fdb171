import { TZDateMini } from '@date-fns/tz'
import type { HourCycle } from '../../contract/schemas/notifications.ts'
import { dayStart, type GameDay } from './day.ts'
import { type Instant, instantOf, msOf } from './instant.ts'

/* The clock on a player's wall. `zone` is an IANA name. Times of the game's own day are in day.ts. */

/** The first instant at or after `from` at which the clocks of the zone show `hour`:00. */
export function nextHour(from: Instant, hour: number, zone: string): Instant {
  const local = new TZDateMini(msOf(from), zone)
  const onDay = (days: number): Instant =>
    instantOf(
      new TZDateMini(local.getFullYear(), local.getMonth(), local.getDate() + days, hour, zone).getTime(),
    )
  const today = onDay(0)
  return today >= from ? today : onDay(1)
}

/** Whether the clocks of the zone show a time from `first`:00 to before `last`:00. */
export function isBetweenHours(now: Instant, first: number, last: number, zone: string): boolean {
  const hour = new TZDateMini(msOf(now), zone).getHours()
  return hour >= first && hour < last
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A time in English: '6:00 PM', or '18:00'. */
export function timeText(at: Instant, zone: string, hourCycle: HourCycle = 'h12'): string {
  const key = `${hourCycle} ${zone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone, hourCycle })
  formats.set(key, format)
  // Recent versions of ICU use a narrow no-break space, which some phones show as a box.
  return format.format(msOf(at)).replace(/\s/g, ' ')
}

/** Whether the day begins in both zones at the same instant. */
export const beginsWith = (day: GameDay, zone: string, other: string): boolean =>
  dayStart(day, zone) === dayStart(day, other)
