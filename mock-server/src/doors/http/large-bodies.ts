import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip as gzipWithCallback, constants as zlib } from 'node:zlib'
import { onceDone } from './once-done.ts'

const MEGABYTE = 1024 * 1024

const LIMITS = {
  /** Bodies that are sent again and again stay in memory: a day's results are looked at by everybody who played. */
  cachedBytes: 64 * MEGABYTE,
  /** What readers have not taken yet. A body that several read at once counts once, as it is in memory once. */
  unsentBytes: 256 * MEGABYTE,
  /** While a body is made, its parts are in memory several times. */
  madeAtOnce: 4,
}

const gzip = promisify(gzipWithCallback)

/** Bodies of megabytes that a process has in memory: those that it makes, keeps to send again, and has not sent yet. */
export class LargeBodies {
  readonly #limits: typeof LIMITS
  /** The one used last is the last. */
  readonly #cached = new Map<string, Buffer>()
  readonly #readers = new Map<Buffer, number>()
  readonly #waiting: (() => void)[] = []
  #cachedBytes = 0
  #unsentBytes = 0
  #making = 0

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  cached(key: string): Buffer | undefined {
    const body = this.#cached.get(key)
    if (body) {
      this.#cached.delete(key)
      this.#cached.set(key, body)
    }
    return body
  }

  /** Waits until few enough bodies are being made. Each call needs a {@link made}. */
  async toMake(): Promise<void> {
    if (this.#making < this.#limits.madeAtOnce) this.#making++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  made(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#making--
  }

  /** The JSON of a body as bytes, packed where that is asked for; it is sent again under its key. */
  async make(key: string, body: unknown, isPacked: boolean): Promise<Buffer> {
    const text = Buffer.from(JSON.stringify(body))
    // Pictures do not compress further, and the lowest level is enough for the text around them.
    const bytes = isPacked ? await gzip(text, { level: zlib.Z_BEST_SPEED }) : text
    if (this.#cached.has(key) || bytes.length > this.#limits.cachedBytes) return bytes
    this.#cached.set(key, bytes)
    this.#cachedBytes += bytes.length
    for (const [oldest, { length }] of this.#cached) {
      if (this.#cachedBytes <= this.#limits.cachedBytes) break
      this.#cached.delete(oldest)
      this.#cachedBytes -= length
    }
    return bytes
  }

  /**
   * Counts a body as unsent until its response is over.
   * @returns false, without counting it, if too much is unsent already.
   */
  hold(body: Buffer, request: IncomingMessage, response: ServerResponse): boolean {
    const readers = this.#readers.get(body) ?? 0
    if (readers === 0) {
      if (this.#unsentBytes + body.length > this.#limits.unsentBytes) return false
      this.#unsentBytes += body.length
    }
    this.#readers.set(body, readers + 1)
    onceDone(request, response, () => this.#release(body))
    return true
  }

  #release(body: Buffer): void {
    const readers = (this.#readers.get(body) ?? 1) - 1
    if (readers > 0) return void this.#readers.set(body, readers)
    this.#readers.delete(body)
    this.#unsentBytes -= body.length
  }
}
