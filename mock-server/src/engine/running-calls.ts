import { yieldToEventLoop } from './slice.ts'

/** Maximum length of one wait of background work. */
const MAX_WAIT_MS = 5

/** Counts the calls that are being answered, so that background work can wait for them. */
export class RunningCalls {
  readonly #waiting = new Set<() => void>()
  #count = 0
  /** How long background work may still wait: it waits at most as long as it has worked. */
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
   * Resolves when no call is running, or after {@link MAX_WAIT_MS}. Under constant load, background work waits
   * for at most half of the time.
   */
  async yieldToCalls(): Promise<void> {
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
