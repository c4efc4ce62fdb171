import seedrandom from 'seedrandom'

/**
 * A seeded random generator with a small state, since every simultaneous player has one. The same seed gives the same
 * values.
 */
export class LoadChance {
  readonly #next: () => number

  constructor(seed: string) {
    this.#next = seedrandom.alea(seed)
  }

  /** 0 up to but not including 1. */
  fraction(): number {
    return this.#next()
  }

  happens(share: number): boolean {
    return this.#next() < share
  }

  /** @throws {RangeError} when there is nothing to pick from. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('There is nothing to pick from')
    return items[Math.floor(this.#next() * items.length)] as T
  }

  /**
   * A log-normal time, typical of people: 90 % of the values lie between `low` and `high`.
   * @param low its 5th percentile, above 0.
   * @param high its 95th percentile.
   */
  between(low: number, high: number): number {
    const middle = (Math.log(low) + Math.log(high)) / 2
    const deviation = (Math.log(high) - Math.log(low)) / (2 * Z_95)
    return Math.exp(middle + deviation * this.#normal())
  }

  /** The items in random order (Fisher-Yates). */
  shuffled<T>(items: readonly T[]): T[] {
    const all = [...items]
    for (let at = all.length - 1; at > 0; at--) {
      const other = Math.floor(this.#next() * (at + 1))
      const item = all[at] as T
      all[at] = all[other] as T
      all[other] = item
    }
    return all
  }

  /** A standard normal value (Box-Muller). */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next())
  }
}

/** The 95th percentile of the standard normal distribution. */
const Z_95 = 1.6449
