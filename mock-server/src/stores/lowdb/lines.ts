import { open } from 'node:fs/promises'

export const LINE_FEED = 0x0a
/** Other calls can run after each block of this size. */
const BLOCK_BYTES = 256 * 1024

/**
 * A file of any size in blocks of complete lines, which include the line feed. If the last line has none, it is a block of
 * its own. A block is valid until the next one is requested: they share their memory.
 */
export async function* blocksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    let buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    /** Bytes of an incomplete line, at the start of the buffer. */
    let partial = 0
    for (;;) {
      if (partial === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length)
      const { bytesRead } = await file.read(buffer, partial, buffer.length - partial)
      if (bytesRead === 0) break
      const filled = partial + bytesRead
      const end = buffer.subarray(0, filled).lastIndexOf(LINE_FEED) + 1
      if (end > 0) yield buffer.subarray(0, end)
      buffer.copyWithin(0, end, filled)
      partial = filled - end
    }
    if (partial > 0) yield buffer.subarray(0, partial)
  } finally {
    await file.close()
  }
}

/** The lines of a block. */
export function* linesIn(block: Buffer): Generator<Buffer> {
  for (let start = 0, end = 0; start < block.length; start = end) {
    end = block.indexOf(LINE_FEED, start) + 1 || block.length
    yield block.subarray(start, end)
  }
}
