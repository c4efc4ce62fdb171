import { DRAWING } from './constants.ts'
import { readChunks, writeChunks } from './png-chunks.ts'
import type { Stroke } from './schemas/strokes.ts'
import { type Deflate, deflateByStream } from './zlib-streams.ts'

/*
 * How a drawing came about travels inside its PNG, in the private ancillary chunk `inKl` before IEND: the strokes
 * as JSON, deflated (zlib format). Pixels are untouched, and a viewer that does not know the chunk passes it over.
 */

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
