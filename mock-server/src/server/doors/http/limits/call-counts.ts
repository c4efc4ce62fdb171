import type { Store } from 'express-rate-limit'

/** Counts of calls by key. A time window begins with the first call of a key. */
export interface CallCounts {
  /** @returns the calls in the window of the key, these included, and when it ends */
  increment(
    key: string,
    windowMs: number,
    calls: number,
  ): Promise<{ readonly calls: number; readonly resetsAt: Date }>
  /** Takes calls back. */
  decrement(key: string, calls: number): Promise<void>
}

/** The counts of one process. */
export function ownCallCounts(): CallCounts {
  const windows = new Map<string, { calls: number; readonly resetsAt: Date }>()
  // A timer would keep the counts of a server that has stopped in memory.
  let sweepAt = Date.now() + SWEEP_MS
  const sweep = (now: number) => {
    sweepAt = now + SWEEP_MS
    for (const [key, { resetsAt }] of windows) if (resetsAt.getTime() <= now) windows.delete(key)
  }
  return {
    async increment(key, windowMs, calls) {
      const now = Date.now()
      if (now >= sweepAt) sweep(now)
      const found = windows.get(key)
      const window =
        found && found.resetsAt.getTime() > now ? found : { calls: 0, resetsAt: new Date(now + windowMs) }
      window.calls += calls
      windows.set(key, window)
      return window
    },
    async decrement(key, calls) {
      const window = windows.get(key)
      if (window) window.calls = Math.max(0, window.calls - calls)
    },
  }
}

const SWEEP_MS = 60_000

/**
 * Counts of several processes. While they are unavailable, this process counts alone: admin keys could be guessed otherwise.
 * @param onProblem called for each call that this process counts alone
 */
export function insured(
  shared: CallCounts,
  own: CallCounts,
  onProblem: (problem: unknown) => void,
): CallCounts {
  const insure = <T>(count: (counts: CallCounts) => Promise<T>): Promise<T> =>
    count(shared).catch((problem) => {
      onProblem(problem)
      return count(own)
    })
  return {
    increment: (key, windowMs, calls) => insure((counts) => counts.increment(key, windowMs, calls)),
    decrement: (key, calls) => insure((counts) => counts.decrement(key, calls)),
  }
}

interface Budget {
  /** Distinguishes the keys of this budget from those of others. */
  readonly name: string
  readonly windowMs: number
  /** What a call counts at first. */
  readonly weight: number
  /** What is taken back when its response shows that it cost less. */
  readonly refund: number
}

/** The counts of a budget as a store of express-rate-limit. */
export const budgetStore = (counts: CallCounts, { name, windowMs, weight, refund }: Budget): Store => ({
  localKeys: false,
  prefix: `${name} `,
  async increment(key) {
    const { calls, resetsAt } = await counts.increment(`${name} ${key}`, windowMs, weight)
    return { totalHits: calls, resetTime: resetsAt }
  },
  decrement: (key) => counts.decrement(`${name} ${key}`, refund),
  resetKey: (key) => counts.decrement(`${name} ${key}`, Number.MAX_SAFE_INTEGER),
})
