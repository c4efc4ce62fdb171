import { createReadStream } from 'node:fs'

export const LINE_FEED = 0x0a
/** Other calls can run after each piece of this size. */
const PIECE_BYTES = 256 * 1024

/** The lines of a file of any size, as bytes that include the line feed; the last line may have none. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  /** Pieces of an incomplete line. */
  let partial: Buffer[] = []
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes = piece as Buffer
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const line = bytes.subarray(start, end + 1)
      yield partial.length === 0 ? line : Buffer.concat([...partial, line])
      partial = []
      start = end + 1
    }
    if (start < bytes.length) partial.push(bytes.subarray(start))
  }
  if (partial.length > 0) yield Buffer.concat(partial)
}
