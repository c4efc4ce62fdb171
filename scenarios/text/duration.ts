const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A duration in scenario files: a number followed by ms, s, m, h or d. */
export const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** @throws {RangeError} for text that is not a duration. */
export function milliseconds(duration: string): number {
  const [, amount, unit] = DURATION.exec(duration) ?? []
  if (amount === undefined || unit === undefined)
    throw new RangeError(`'${duration}' is not a duration such as 90s or 6m`)
  return Number(amount) * UNITS[unit as keyof typeof UNITS]
}

/** A time as a duration in the largest unit without a fraction: 360,000 is 6m. */
export function durationText(ms: number): string {
  const [unit = 'ms', size = 1] =
    Object.entries(UNITS).findLast(([, size]) => ms !== 0 && ms % size === 0) ?? []
  return `${ms / size}${unit}`
}

/** The longest duration: clocks beyond it leave the years that dates have. */
export const MAX_DURATION = '3650d'
/** The longest time to wait: the timers of Node end longer ones at once. */
export const MAX_WAIT = '24d'

export const isTooLong = (duration: string): boolean => milliseconds(duration) > milliseconds(MAX_DURATION)
export const isTooLongToWait = (duration: string): boolean => milliseconds(duration) > milliseconds(MAX_WAIT)

/** Milliseconds for a timer that waits in steps or by another clock: as long as Node can. */
export const timerMs = (ms: number): number => Math.min(ms, milliseconds(MAX_WAIT))
