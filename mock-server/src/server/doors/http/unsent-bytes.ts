import type { ServerResponse } from 'node:http'

/** Smaller bodies are not counted: the limit of unanswered calls per connection bounds them. */
const LARGE_BYTES = 64 * 1024

/** Bounds the memory for large bodies that clients have not read. */
export class UnsentBytes {
  readonly #max: number
  #count = 0

  constructor(max = 256 * 1024 * 1024) {
    this.#max = max
  }

  /** Counts a large body until its response has closed. @returns false, without counting it, if too much is unsent. */
  take(bytes: number, response: ServerResponse): boolean {
    if (bytes < LARGE_BYTES) return true
    if (this.#count + bytes > this.#max) return false
    this.#count += bytes
    response.once('close', () => {
      this.#count -= bytes
    })
    return true
  }
}
