import { addDays, dayAt, dayEnd, type GameDay } from './day.ts'
import { type Instant, plus } from './instant.ts'

/** From 18:00 on, apart from days with a change of the clocks. */
const EVENING_MS = 6 * 3_600_000

/** The days whose whole evening lies in a span of time. */
export function eveningsIn(since: Instant, until: Instant, zone: string): GameDay[] {
  const days: GameDay[] = []
  for (let day = dayAt(since, zone); dayEnd(day, zone) <= until; day = addDays(day, 1)) {
    if (since <= plus(dayEnd(day, zone), -EVENING_MS)) days.push(day)
  }
  return days
}
