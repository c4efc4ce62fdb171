import { setTimeout as wait } from 'node:timers/promises'
import { type PreviewPicture, versionOf } from './page-preview.ts'

/** Kept pictures have at most 300 kB each. */
const MAX_KEPT = 60
const MAX_WAITING = 20

/**
 * The pictures of links, each painted once and kept while there is room. They are painted one at a time with a pause as
 * long as each took, so that however many are asked for, players get at least half of the processor.
 */
export class PreviewPictures {
  readonly #paint: (picture: PreviewPicture) => Promise<Buffer>
  /** The oldest first. */
  readonly #kept = new Map<string, Buffer>()
  readonly #waiting = new Map<string, Promise<Buffer>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(paint: (picture: PreviewPicture) => Promise<Buffer>) {
    this.#paint = paint
  }

  /**
   * @returns a JPEG; null while too many others wait
   * @throws what the painter throws
   */
  async get(picture: PreviewPicture): Promise<Buffer | null> {
    const version = versionOf(picture)
    const kept = this.#kept.get(version)
    if (kept) {
      this.#keep(version, kept)
      return kept
    }
    const running = this.#waiting.get(version)
    if (running) return running
    if (this.#waiting.size >= MAX_WAITING) return null
    const painted = this.#inTurn(async () => {
      const bytes = await this.#paint(picture)
      this.#keep(version, bytes)
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

  #keep(version: string, bytes: Buffer): void {
    this.#kept.delete(version)
    this.#kept.set(version, bytes)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}
