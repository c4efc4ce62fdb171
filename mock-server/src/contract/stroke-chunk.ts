import * as z from 'zod/mini'
import { DRAWING } from './constants.ts'
import { readChunks, writeChunks } from './png-chunks.ts'
import { type Stroke, stroke } from './schemas/strokes.ts'

/*
 * How a drawing came about travels inside its PNG, in the private ancillary chunk `inKl` before IEND: the strokes
 * as JSON, deflated (zlib format). Pixels are untouched, and a viewer that does not know the chunk passes it over.
 */

const strokes = z.array(stroke).check(z.maxLength(5_000))

/** No honest stroke list inflates to more than this. */
const MAX_INFLATED_BYTES = 1024 * 1024

/** Packs bytes in the zlib format. */
export type Deflate = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * The PNG with its strokes inside. A list that does not fit the chunk is left out whole: the drawing still counts, it
 * only cannot be replayed.
 * @param deflate the platform's own; without it, the streams that browsers and Node have in common, which are slower.
 */
export async function embedStrokes(
  png: Uint8Array,
  list: readonly Stroke[],
  deflate: Deflate = deflateByStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const data = await encodeStrokes(list, deflate)
  const { chunks } = splitStrokes(png)
  if (data.length > DRAWING.strokeChunkMaxBytes) return writeChunks(chunks)
  return writeChunks([...chunks.slice(0, -1), { type: DRAWING.strokeChunk, data }, ...chunks.slice(-1)])
}

/**
 * The chunks of a PNG without the stroke chunk, and what that chunk held.
 * @throws {PngError} when the bytes are not a whole PNG.
 */
export function splitStrokes(png: Uint8Array) {
  const all = readChunks(png)
  return {
    chunks: all.filter(({ type }) => type !== DRAWING.strokeChunk),
    strokes: all.find(({ type }) => type === DRAWING.strokeChunk)?.data ?? null,
  }
}

/** What the chunk holds. */
export const encodeStrokes = async (
  list: readonly Stroke[],
  deflate: Deflate = deflateByStream,
): Promise<Uint8Array> => deflate(new TextEncoder().encode(JSON.stringify(list)))

const deflateByStream: Deflate = (data) => through(new CompressionStream('deflate'), data)

/** Unpacks the zlib format up to a bound; null when that is not possible. */
export type Inflate = (data: Uint8Array, mostBytes: number) => Uint8Array | null | Promise<Uint8Array>

/**
 * The strokes of a chunk's data; null when the data are not a list of strokes.
 * @param inflate the platform's own; without it, the streams that browsers and Node have in common, which are slower.
 */
export async function decodeStrokes(
  data: Uint8Array,
  inflate: Inflate = inflateByStream,
): Promise<Stroke[] | null> {
  try {
    const json = await inflate(data, MAX_INFLATED_BYTES)
    if (!json) return null
    const parsed = strokes.safeParse(JSON.parse(new TextDecoder().decode(json)))
    return parsed.success ? parsed.data : null
  } catch {
    // Whatever stands in the chunk was written by a stranger: what is no stroke list is no replay, and no fault.
    return null
  }
}

const inflateByStream: Inflate = (data, mostBytes) =>
  through(new DecompressionStream('deflate'), data, mostBytes)

async function through(
  stream: CompressionStream | DecompressionStream,
  data: Uint8Array,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter()
  // What goes wrong with the data comes out of the reader.
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
