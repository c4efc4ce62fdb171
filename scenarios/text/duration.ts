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
