/** An instant as ISO 8601 in UTC with milliseconds. Instants sort as text. */
export type Instant = string

export const instantOf = (ms: number): Instant => new Date(ms).toISOString()
export const msOf = (instant: Instant): number => Date.parse(instant)
export const plus = (instant: Instant, ms: number): Instant => instantOf(msOf(instant) + ms)
export const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)
export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
