import { MemoryStore, type Store } from 'express-rate-limit'

/** The part of the rate limits that several processes share. */
export interface SharedLimits {
  /** How many processes there are. */
  readonly count: number
  readonly callCounts: SharedCounts
}

/** Counts of calls by key. A time window begins with the first call. */
interface SharedCounts {
  increment(key: string, windowMs: number): Promise<{ readonly calls: number; readonly resetsAt: Date }>
  decrement(key: string): Promise<void>
  reset(key: string): Promise<void>
}

/**
 * Shared counts as a store of express-rate-limit. While they are unavailable, this process counts alone: otherwise admin
 * keys could be guessed during an outage of the database.
 * @param onProblem called for each call that is not counted together
 */
export function sharedStore(
  counts: SharedCounts,
  budget: string,
  windowMs: number,
  onProblem: (problem: unknown) => void,
): Store {
  const own = new MemoryStore()
  const keyOf = (key: string) => `${budget} ${key}`
  return {
    localKeys: false,
    prefix: `${budget} `,
    init: (options) => own.init(options),
    async increment(key) {
      try {
        const { calls, resetsAt } = await counts.increment(keyOf(key), windowMs)
        return { totalHits: calls, resetTime: resetsAt }
      } catch (problem) {
        onProblem(problem)
        return own.increment(key)
      }
    },
    async decrement(key) {
      try {
        await counts.decrement(keyOf(key))
      } catch (problem) {
        onProblem(problem)
        await own.decrement(key)
      }
    },
    resetKey: (key) => counts.reset(keyOf(key)),
  }
}
