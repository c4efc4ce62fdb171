/* The zlib format with the web streams that browsers and Node share. */

/** Compresses bytes to the zlib format. */
export type Deflate = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** Decompresses the zlib format up to a maximum size; null if that fails. */
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
  // Errors in the data surface in the reader.
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
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
