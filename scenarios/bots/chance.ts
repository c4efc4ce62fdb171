import seedrandom from 'seedrandom'

/** Chance that repeats: the same seed gives the same choices in the same order. */
export class Chance {
  readonly #next: () => number

  constructor(seed: string) {
    this.#next = seedrandom(seed)
  }

  /** 0 up to but not including 1. */
  fraction(): number {
    return this.#next()
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1))
  }

  /** True in `share` of all cases, 0 to 1. */
  happens(share: number): boolean {
    return this.#next() < share
  }

  /** @throws {RangeError} when there is nothing to pick from. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('There is nothing to pick from')
    return items[Math.floor(this.#next() * items.length)] as T
  }
}
