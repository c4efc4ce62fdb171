import type { GameDay } from '@inkling/mock-server/rules/time/day'
import { serverNow } from '../platform/server-clock.ts'
import { firstDayOf, type Month } from './calendar-days.ts'
import { gameDayAt } from './game-day.ts'
import { LOCALE } from './locale.ts'

/** Such as "Sat, November 21", with the year unless it is the current one. */
export function weekdayDateText(day: GameDay): string {
  const isThisYear = day.slice(0, 4) === gameDayAt(serverNow()).slice(0, 4)
  return format(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** Such as "November 21". */
export const dateText = (day: GameDay): string => format(day, { day: 'numeric', month: 'long' })

/** Such as "November 2026". */
export const monthText = (month: Month): string =>
  format(firstDayOf(month), { month: 'long', year: 'numeric' })

/** Such as "Saturday", or "S" if narrow. */
export const weekdayText = (day: GameDay, weekday: 'long' | 'narrow'): string => format(day, { weekday })

/** In UTC, because a game day is a date and not an instant. */
const format = (day: GameDay, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(LOCALE, { ...options, timeZone: 'UTC' })
