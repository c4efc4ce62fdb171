import { yieldToEventLoop } from './slices.ts'

/** How long background work waits for calls at a time. Under a load that never pauses, it must make progress too. */
const MAX_WAIT_MS = 5

/** The calls of players that are being answered. Background work gives way to them. */
export class RunningCalls {
  readonly #waiting = new Set<() => void>()
  #count = 0

  async run<T>(call: () => Promise<T>): Promise<T> {
    this.#count++
    try {
      return await call()
    } finally {
      if (--this.#count === 0) for (const resume of this.#waiting) resume()
    }
  }

  /** Resolves when no call is running, or after {@link MAX_WAIT_MS}. */
  async giveWay(): Promise<void> {
    await yieldToEventLoop()
    if (this.#count === 0) return
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        this.#waiting.delete(resume)
        resolve()
      }
      const timer = setTimeout(resume, MAX_WAIT_MS)
      this.#waiting.add(resume)
    })
  }
}
