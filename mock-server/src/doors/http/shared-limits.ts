import type { Store } from 'express-rate-limit'

/** What several processes have in common of the limits. */
export interface SharedLimits {
  /** How many processes there are. */
  readonly count: number
  readonly callCounts: SharedCounts
}

/** Counts of calls by key, in windows of time that begin with the first call. */
interface SharedCounts {
  add(key: string, windowMs: number): Promise<{ readonly calls: number; readonly resetsAt: Date }>
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Counts that all processes share, as express-rate-limit stores them. */
export function sharedStore(counts: SharedCounts, budget: string, windowMs: number): Store {
  const keyOf = (key: string) => `${budget} ${key}`
  return {
    localKeys: false,
    prefix: `${budget} `,
    async increment(key) {
      const { calls, resetsAt } = await counts.add(keyOf(key), windowMs)
      return { totalHits: calls, resetTime: resetsAt }
    },
    decrement: (key) => counts.takeBack(keyOf(key)),
    resetKey: (key) => counts.forget(keyOf(key)),
  }
}
