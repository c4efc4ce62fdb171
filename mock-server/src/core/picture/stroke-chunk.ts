import { DRAWING } from '../contract/constants.ts'
import type { Stroke } from '../contract/schemas/strokes.ts'
import { readChunks, writeChunks } from './png-chunks.ts'
import { type Deflate, deflateByStream } from './zlib-streams.ts'

/*
 * The strokes of a drawing are embedded in its PNG, in the private ancillary chunk `inKl` before IEND, as JSON in zlib
 * format. The pixels do not change, and other programs ignore the chunk.
 */

/**
 * Embeds strokes in a PNG and returns the new PNG. Strokes that exceed the chunk's limit are omitted: the drawing is
 * still valid but cannot be replayed.
 * @param deflate a faster implementation of the platform. The default uses web streams, which browsers and Node share.
 * @throws {PngError} if the bytes are not a complete PNG.
 */
export async function embedStrokes(
  png: Uint8Array,
  list: readonly Stroke[],
  deflate: Deflate = deflateByStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return embedStrokeData(png, await encodeStrokes(list, deflate))
}

/** The same with strokes that are encoded already. */
export function embedStrokeData(png: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const { chunks } = splitStrokes(png)
  if (data.length > DRAWING.strokeChunkMaxBytes) return writeChunks(chunks)
  return writeChunks([...chunks.slice(0, -1), { type: DRAWING.strokeChunk, data }, ...chunks.slice(-1)])
}

/**
 * Splits a PNG into the data of its stroke chunk and all other chunks.
 * @throws {PngError} if the bytes are not a complete PNG.
 */
export function splitStrokes(png: Uint8Array) {
  const all = readChunks(png)
  return {
    chunks: all.filter(({ type }) => type !== DRAWING.strokeChunk),
    strokes: all.find(({ type }) => type === DRAWING.strokeChunk)?.data ?? null,
  }
}

/** Encodes strokes as the data of a stroke chunk. */
export const encodeStrokes = async (
  list: readonly Stroke[],
  deflate: Deflate = deflateByStream,
): Promise<Uint8Array> => deflate(strokeJson(list))

/** The data of a stroke chunk before they are deflated. */
export const strokeJson = (list: readonly Stroke[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(list))
