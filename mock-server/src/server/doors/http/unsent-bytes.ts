import type { ServerResponse } from 'node:http'

/** Smaller bodies are not counted: the limit of unanswered calls per connection bounds them. */
const LARGE_BYTES = 64 * 1024

/** Counts a large body until its response has closed. Returns false, without counting it, if too much is unsent. */
export type UnsentBytes = (bytes: number, response: ServerResponse) => boolean

/** Bounds the memory for large bodies that clients have not read. */
export function unsentBytes(max = 256 * 1024 * 1024): UnsentBytes {
  let count = 0
  return (bytes, response) => {
    if (bytes < LARGE_BYTES) return true
    if (count + bytes > max) return false
    count += bytes
    response.once('close', () => {
      count -= bytes
    })
    return true
  }
}
