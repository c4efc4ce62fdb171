import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip as gzipWithCallback, constants as zlib } from 'node:zlib'
import { onceDone } from './once-done.ts'

const MEGABYTE = 1024 * 1024

const LIMITS = {
  /** Everyone who played reads the same results of a day. */
  cachedBytes: 64 * MEGABYTE,
  /** Bytes that clients have not read yet. A body with several readers is in memory once, and counts once. */
  unsentBytes: 256 * MEGABYTE,
  /** While a body is built, its parts are in memory several times. */
  concurrentBuilds: 4,
}

const gzip = promisify(gzipWithCallback)

/** Bounds the memory for bodies of megabytes: those being built, cached, and not yet sent. */
export class LargeBodies {
  readonly #limits: typeof LIMITS
  /** In the order of use, the most recent last. */
  readonly #cached = new Map<string, Buffer>()
  readonly #readers = new Map<Buffer, number>()
  readonly #waiting: (() => void)[] = []
  #cachedBytes = 0
  #unsentBytes = 0
  #building = 0

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

  /** Waits while too many bodies are being built. Each call needs an {@link endBuild}. */
  async beginBuild(): Promise<void> {
    if (this.#building < this.#limits.concurrentBuilds) this.#building++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  endBuild(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#building--
  }

  /** Encodes a body as JSON, compressed on request, and caches the bytes under its key. */
  async build(key: string, body: unknown, isGzipped: boolean): Promise<Buffer> {
    const text = Buffer.from(JSON.stringify(body))
    // Pictures do not compress further, and the fastest level is enough for the text around them.
    const bytes = isGzipped ? await gzip(text, { level: zlib.Z_BEST_SPEED }) : text
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
   * Counts a body as unsent until its response ends.
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
