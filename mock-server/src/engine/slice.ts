/** How long work may block other calls. */
const SLICE_MS = 0.1

/** Lets waiting calls run. */
export const yieldToEventLoop = (): Promise<void> =>
  // Browsers have no setImmediate.
  new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve))

/** Divides a long loop into short slices: `if (slice.isOver) await slice.next()`. Other calls run in between. */
export class Slice {
  readonly #pause: () => Promise<void>
  #startedAt = performance.now()

  constructor(pause = yieldToEventLoop) {
    this.#pause = pause
  }

  get isOver(): boolean {
    return performance.now() - this.#startedAt >= SLICE_MS
  }

  async next(): Promise<void> {
    await this.#pause()
    this.#startedAt = performance.now()
  }
}
