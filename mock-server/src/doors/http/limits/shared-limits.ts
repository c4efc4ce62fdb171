import { MemoryStore, type Store } from 'express-rate-limit'

/** The part of the rate limits that several processes share. */
export interface SharedLimits {
  readonly callCounts: SharedCounts
}

/** Counts of calls by key. A time window begins with the first call. */
interface SharedCounts {
  /** @param calls the number of calls to add; 1 by default */
  increment(
    key: string,
    windowMs: number,
    calls?: number,
  ): Promise<{ readonly calls: number; readonly resetsAt: Date }>
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

/**
 * Counts in this process and, after every `step` calls of a key, together with the others: counting each call together
 * would cost more than many calls do. Each process may thus allow up to `step - 1` calls more than the limit. While the
 * shared counts are unavailable, this process counts alone.
 * @param onProblem called for each step that is not counted together
 */
export function steppedStore(
  counts: SharedCounts,
  budget: string,
  { windowMs, step }: { readonly windowMs: number; readonly step: number },
  onProblem: (problem: unknown) => void,
): Store {
  /** `known`: the calls at all processes, as of the latest step of this one. `since`: the calls here since then. */
  const windows = new Map<string, { known: number; since: number; readonly resetTime: Date }>()
  const windowOf = (key: string) => {
    const now = Date.now()
    const found = windows.get(key)
    if (found && found.resetTime.getTime() > now) return found
    const begun = { known: 0, since: 0, resetTime: new Date(now + windowMs) }
    windows.set(key, begun)
    return begun
  }
  return {
    localKeys: false,
    prefix: `${budget} `,
    init() {
      setInterval(() => {
        for (const [key, { resetTime }] of windows) if (resetTime.getTime() <= Date.now()) windows.delete(key)
      }, windowMs).unref()
    },
    async increment(key) {
      const window = windowOf(key)
      window.since++
      if (window.since >= step) {
        const { since } = window
        window.known += since
        window.since = 0
        try {
          window.known = (await counts.increment(`${budget} ${key}`, windowMs, since)).calls
        } catch (problem) {
          onProblem(problem)
        }
      }
      return { totalHits: window.known + window.since, resetTime: window.resetTime }
    },
    decrement(key) {
      windowOf(key).since--
    },
    resetKey(key) {
      windows.delete(key)
    },
  }
}
