/* Times as people read them, in the time zone of the game's days. JSON has them in UTC. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format takes a thousand times longer than using it. Swedish format: `2026-03-07 18:40:00`. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format
}

/** '2026-03-07 18:40:00' */
export const secondIn = (instant: string, timeZone: string): string =>
  formatOf(timeZone).format(new Date(instant))

/** '2026-03-07 18:40' */
export const minuteIn = (instant: string, timeZone: string): string =>
  secondIn(instant, timeZone).slice(0, -3)

/** '2026-03-07' */
export const dayIn = (instant: string, timeZone: string): string => minuteIn(instant, timeZone).slice(0, 10)

/** The place of a time zone, for headings: 'New York'. */
export const zoneName = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** How long ago something was, in at most four characters: '5m', '26h', '3d'. */
export const ageOf = (instant: string, now: string): string =>
  ageText((Date.parse(now) - Date.parse(instant)) / 1000)

/** The same from its seconds. */
export function ageText(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  if (minutes < 60) return `${minutes}m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1440)}d`
}
