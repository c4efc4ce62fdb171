import { nextTurn } from './next-turn.ts'

export { nextTurn as yieldToEventLoop } from './next-turn.ts'

/** How long work may block other calls. */
const SLICE_MS = 0.1

/** Divides a long loop into short slices: `if (slice.isOver) await slice.next()`. Other calls run in between. */
export class Slice {
  #startedAt = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#startedAt >= SLICE_MS
  }

  async next(): Promise<void> {
    await nextTurn()
    this.#startedAt = performance.now()
  }
}
