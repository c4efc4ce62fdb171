/** The language of the game, with its numerals and calendar, which may not be those of the browser. */
export const LOCALE = 'en-US'

/** The locale of this browser, for the habits that do not depend on the language. */
const deviceLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale

/** A time of day such as "6:05 PM", or "18:05" where that is usual. */
export function timeText(ms: number, device: string = deviceLocale()): string {
  const hourCycle = hourCycleOf(device)
  return new Date(ms).toLocaleTimeString(LOCALE, {
    hour: 'numeric',
    minute: '2-digit',
    ...(hourCycle && { hourCycle }),
  })
}

/** The date of an instant where the player is, such as "November 21", or "November 21, 2026" with its year. */
export const instantDateText = (instant: string | number, { withYear = false } = {}): string =>
  new Date(instant).toLocaleDateString(LOCALE, {
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
  })

/** An instant in this browser's time zone, such as "November 21 at 6:05 PM". */
export const dateTimeText = (ms: number): string => `${instantDateText(ms)} at ${timeText(ms)}`

/** How this browser writes times: 6:05 PM or 18:05. */
export const deviceHourCycle = (device: string = deviceLocale()): 'h12' | 'h23' =>
  ['h23', 'h24'].includes(hourCycleOf(device) ?? '') ? 'h23' : 'h12'

const hourCycleOf = (device: string) =>
  new Intl.DateTimeFormat(device, { hour: 'numeric' }).resolvedOptions().hourCycle

/** The first day of the week, from 1 for Monday to 7 for Sunday. Monday in browsers that do not know it. */
export function firstWeekday(device: string = deviceLocale()): number {
  // Not in the types of all TypeScript libraries, and a property in older browsers.
  const locale = new Intl.Locale(device) as { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

interface WeekInfo {
  firstDay: number
}
