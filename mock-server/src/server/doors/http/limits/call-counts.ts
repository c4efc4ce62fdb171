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
export class OwnCallCounts implements CallCounts {
  readonly #windows = new Map<string, { calls: number; readonly resetsAt: Date }>()

  /** A timer would keep the counts of a server that has stopped in memory. */
  #sweepAt = Date.now() + SWEEP_MS

  async increment(key: string, windowMs: number, calls: number) {
    const now = Date.now()
    if (now >= this.#sweepAt) this.#sweep(now)
    const found = this.#windows.get(key)
    const window =
      found && found.resetsAt.getTime() > now ? found : { calls: 0, resetsAt: new Date(now + windowMs) }
    window.calls += calls
    this.#windows.set(key, window)
    return window
  }

  #sweep(now: number): void {
    this.#sweepAt = now + SWEEP_MS
    for (const [key, { resetsAt }] of this.#windows) if (resetsAt.getTime() <= now) this.#windows.delete(key)
  }

  async decrement(key: string, calls: number) {
    const window = this.#windows.get(key)
    if (window) window.calls = Math.max(0, window.calls - calls)
  }
}

const SWEEP_MS = 60_000

/** Counts of several processes. While they are unavailable, this process counts alone: admin keys could be guessed otherwise. */
export class InsuredCallCounts implements CallCounts {
  readonly #shared: CallCounts
  readonly #own: CallCounts
  readonly #onProblem: (problem: unknown) => void

  /** @param onProblem called for each call that this process counts alone */
  constructor(shared: CallCounts, own: CallCounts, onProblem: (problem: unknown) => void) {
    this.#shared = shared
    this.#own = own
    this.#onProblem = onProblem
  }

  increment(key: string, windowMs: number, calls: number) {
    return this.#insured((counts) => counts.increment(key, windowMs, calls))
  }

  decrement(key: string, calls: number) {
    return this.#insured((counts) => counts.decrement(key, calls))
  }

  async #insured<T>(count: (counts: CallCounts) => Promise<T>): Promise<T> {
    try {
      return await count(this.#shared)
    } catch (problem) {
      this.#onProblem(problem)
      return count(this.#own)
    }
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
