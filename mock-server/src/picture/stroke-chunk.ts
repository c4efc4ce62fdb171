import { DRAWING } from '../contract/constants.ts'
import type { Stroke } from '../contract/schemas/strokes.ts'
import { readChunks, writeChunks } from './png-chunks.ts'
import { type Deflate, deflateByStream } from './zlib-streams.ts'

/*
 * The strokes of a drawing are stored inside its PNG, in the private ancillary chunk `inKl` before IEND, as JSON in
 * zlib format. The pixels do not change, and other programs ignore the chunk.
 */

/**
 * Returns the PNG with its strokes embedded. A list that exceeds the chunk's limit is left out entirely: the drawing
 * is still valid but cannot be replayed.
 * @param deflate the platform's own function. The default uses the web streams that browsers and Node share, and is
 * slower.
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
 * Splits a PNG into its chunks without the stroke chunk, and the data of that chunk.
 * @throws {PngError} if the bytes are not a complete PNG.
 */
export function splitStrokes(png: Uint8Array) {
  const all = readChunks(png)
  return {
    chunks: all.filter(({ type }) => type !== DRAWING.strokeChunk),
    strokes: all.find(({ type }) => type === DRAWING.strokeChunk)?.data ?? null,
  }
}

/** The data of the stroke chunk. */
export const encodeStrokes = async (
  list: readonly Stroke[],
  deflate: Deflate = deflateByStream,
): Promise<Uint8Array> => deflate(new TextEncoder().encode(JSON.stringify(list)))
