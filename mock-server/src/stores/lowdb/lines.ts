import { createReadStream } from 'node:fs'

export const LINE_FEED = 0x0a
/** Other callers get their turn after each piece of this size. */
const PIECE_BYTES = 256 * 1024

/** The lines of a file of any size, as bytes that include the line feed; the last line may have none. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  /** Pieces of a line that is longer than what has been read so far. */
  let begun: Buffer[] = []
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes = piece as Buffer
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const line = bytes.subarray(start, end + 1)
      yield begun.length === 0 ? line : Buffer.concat([...begun, line])
      begun = []
      start = end + 1
    }
    if (start < bytes.length) begun.push(bytes.subarray(start))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
