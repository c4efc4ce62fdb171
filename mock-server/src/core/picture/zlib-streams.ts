import { joinBytes } from './join-bytes.ts'

/* The zlib format with web streams, which work in browsers and Node. */

/** Compresses bytes to the zlib format. */
export type Deflate = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** Decompresses the zlib format. Returns null or throws if the data is invalid or larger than `maxBytes`. */
export type Inflate = (data: Uint8Array, maxBytes: number) => Uint8Array | null | Promise<Uint8Array>

export const deflateByStream: Deflate = (data) => through(new CompressionStream('deflate'), data)

export const inflateByStream: Inflate = (data, maxBytes) =>
  through(new DecompressionStream('deflate'), data, maxBytes)

async function through(
  stream: CompressionStream | DecompressionStream,
  data: Uint8Array,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter()
  // Not awaited yet: the reader throws the error of invalid data.
  const written = Promise.allSettled([writer.write(Uint8Array.from(data)), writer.close()])
  const reader = stream.readable.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > limit) {
      await reader.cancel()
      throw new RangeError(`more than ${limit} bytes`)
    }
    parts.push(next.value)
  }
  await written
  return joinBytes(parts)
}
