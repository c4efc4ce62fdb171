import { setTimeout as wait } from 'node:timers/promises'
import { RecentlyUsed } from '../../../../engine/recently-used.ts'
import type { PreviewPicture, Versioned } from './page-preview.ts'

/** In bytes. A picture has at most 300 kB. */
const MAX_KEPT = 18_000_000
const MAX_WAITING = 20

/**
 * The pictures of links, each painted once and kept while there is room. They are painted one at a time with a pause as
 * long as each took, so that however many are asked for, players get at least half of the processor.
 */
export class PreviewPictures {
  readonly #paint: (picture: PreviewPicture) => Promise<Buffer>
  readonly #kept = new RecentlyUsed<Buffer>(MAX_KEPT, ({ length }) => length)
  readonly #waiting = new Map<string, Promise<Buffer>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(paint: (picture: PreviewPicture) => Promise<Buffer>) {
    this.#paint = paint
  }

  /** The JPEG of a picture if it is kept. */
  kept({ version }: Versioned): Buffer | undefined {
    return this.#kept.get(version)
  }

  /**
   * @returns a JPEG; null while too many others wait
   * @throws what the painter throws
   */
  async get({ version, load }: Versioned): Promise<Buffer | null> {
    const kept = this.#kept.get(version)
    if (kept) return kept
    const running = this.#waiting.get(version)
    if (running) return running
    if (this.#waiting.size >= MAX_WAITING) return null
    const painted = this.#inTurn(async () => {
      const bytes = await this.#paint(await load())
      this.#kept.set(version, bytes)
      return bytes
    })
    this.#waiting.set(version, painted)
    try {
      return await painted
    } finally {
      this.#waiting.delete(version)
    }
  }

  #inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
    let startedAt = 0
    const result = this.#last.then(() => {
      startedAt = performance.now()
      return work()
    })
    const pause = () => wait(performance.now() - startedAt, undefined, { ref: false })
    this.#last = result.then(pause, pause)
    return result
  }
}
