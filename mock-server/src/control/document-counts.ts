import { type CollectionName, collections, type Transaction } from '../engine/store.ts'

/** Counting a million documents takes a database 0.2 s. */
const MANY = 1_000_000
const USED_MS = 60_000

/**
 * The number of documents in each collection. Each console asks every five seconds, so large numbers are used for a
 * minute before the documents are counted again.
 */
export class DocumentCounts {
  readonly #now: () => number
  #counts: Record<string, number> = {}
  #usedUntil = Number.NEGATIVE_INFINITY

  /** @param now in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  async read(tx: Transaction): Promise<Record<string, number>> {
    if (this.#now() < this.#usedUntil) return this.#counts
    const counts: Record<string, number> = {}
    for (const name of Object.keys(collections) as CollectionName[]) {
      if (name !== 'rollover') counts[name] = await tx.count(name)
    }
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    if (all > MANY) {
      this.#counts = counts
      this.#usedUntil = this.#now() + USED_MS
    }
    return counts
  }
}
