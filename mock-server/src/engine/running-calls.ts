import { yieldToEventLoop } from './slices.ts'

/** How long background work waits for calls at a time. */
const MAX_WAIT_MS = 5

/** The calls of players that are being answered. Background work gives way to them. */
export class RunningCalls {
  readonly #waiting = new Set<() => void>()
  #count = 0
  /** How long background work may wait: no longer than it has worked. */
  #creditMs = MAX_WAIT_MS
  #resumedAt = 0

  async run<T>(call: () => Promise<T>): Promise<T> {
    this.#count++
    try {
      return await call()
    } finally {
      if (--this.#count === 0) for (const resume of this.#waiting) resume()
    }
  }

  /**
   * Resolves when no call is running, or after {@link MAX_WAIT_MS}. Under a load that never pauses, background work waits
   * for half of the time at most.
   */
  async giveWay(): Promise<void> {
    this.#creditMs = Math.min(MAX_WAIT_MS, this.#creditMs + performance.now() - this.#resumedAt)
    await yieldToEventLoop()
    const startedAt = performance.now()
    if (this.#count > 0 && this.#creditMs > 0) await this.#wait()
    this.#resumedAt = performance.now()
    this.#creditMs -= this.#resumedAt - startedAt
  }

  async #wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        this.#waiting.delete(resume)
        resolve()
      }
      const timer = setTimeout(resume, this.#creditMs)
      this.#waiting.add(resume)
    })
  }
}
