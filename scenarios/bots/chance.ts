import seedrandom from 'seedrandom'

/** Seeded random choices: the same seed gives the same choices in the same order. */
export class Chance {
  readonly #next: () => number

  constructor(seed: string) {
    this.#next = seedrandom(seed)
  }

  /** A number in [0, 1). */
  fraction(): number {
    return this.#next()
  }

  /** An integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1))
  }

  /** True with probability `share`, 0 to 1. */
  happens(share: number): boolean {
    return this.#next() < share
  }

  /** @throws {RangeError} if the list is empty. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('There is nothing to pick from')
    return items[Math.floor(this.#next() * items.length)] as T
  }
}
