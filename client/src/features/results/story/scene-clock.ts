/** A longer frame means that the page was suspended, so only this much of it counts. */
const MAX_FRAME_MS = 100

/** The clock of a scene. It runs after run(), while the page is visible. */
export class SceneClock {
  readonly #pace: number
  readonly #listeners = new Set<(elapsed: number) => void>()
  #elapsed = 0
  #frame = 0
  #last = 0

  /** @param pace how many milliseconds of the scene pass in one */
  constructor(pace = 1) {
    this.#pace = pace
  }

  /**
   * Calls the listener with the elapsed milliseconds, immediately and in each frame.
   * @returns a function that unsubscribes
   */
  listen(listener: (elapsed: number) => void): () => void {
    this.#listeners.add(listener)
    listener(this.#elapsed)
    return () => void this.#listeners.delete(listener)
  }

  run(): void {
    this.#last = performance.now()
    this.#frame = requestAnimationFrame(this.#next)
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  #next = (now: number): void => {
    this.#elapsed += this.#pace * Math.min(MAX_FRAME_MS, Math.max(0, now - this.#last))
    this.#last = now
    this.#frame = requestAnimationFrame(this.#next)
    for (const listener of this.#listeners) listener(this.#elapsed)
  }
}
