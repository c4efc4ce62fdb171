import { TZDateMini } from '@date-fns/tz'
import type { GameDay } from '../../rules/day.ts'
import { type Instant, instantOf } from '../../rules/instant.ts'

/** The instant of an hour of a game day, in local time of the zone. Hour 24 is the midnight that ends the day. */
export function hourOf(day: GameDay, hour: number, zone: string): Instant {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return instantOf(new TZDateMini(year, month - 1, date, hour, zone).getTime())
}
