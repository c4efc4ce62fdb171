import type { Random } from '@inkling/fixtures/random'

/** The 95th percentile of the standard normal distribution. */
const Z_95 = 1.6449

/**
 * A log-normal time, typical of people: 90 % of the values lie between `low` and `high`.
 * @param low its 5th percentile, above 0.
 * @param high its 95th percentile.
 */
export function logNormal(random: Random, low: number, high: number): number {
  const middle = (Math.log(low) + Math.log(high)) / 2
  const deviation = (Math.log(high) - Math.log(low)) / (2 * Z_95)
  return Math.exp(middle + deviation * normal(random))
}

/** A standard normal value (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
