import type { Store } from 'express-rate-limit'

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

/** Shared counts as a store of express-rate-limit. */
export function sharedStore(counts: SharedCounts, budget: string, windowMs: number): Store {
  const keyOf = (key: string) => `${budget} ${key}`
  return {
    localKeys: false,
    prefix: `${budget} `,
    async increment(key) {
      const { calls, resetsAt } = await counts.increment(keyOf(key), windowMs)
      return { totalHits: calls, resetTime: resetsAt }
    },
    decrement: (key) => counts.decrement(keyOf(key)),
    resetKey: (key) => counts.reset(keyOf(key)),
  }
}
