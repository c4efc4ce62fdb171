import { DRAWING } from '../contract/constants.ts'
import { writeChunks } from './png-chunks.ts'

const RGB_8_BIT = [8, 2, 0, 0, 0] as const
/** Rows are unfiltered: drawings have long runs of few colours, which compress best that way. */
const FILTER_NONE = 0

/**
 * The rows of a PNG, to be deflated. A canvas is not used, because some browsers add noise to canvas reads against
 * fingerprinting.
 * @param pixels `side` times `side` opaque pixels, each 0xAABBGGRR
 */
export function pngRows(pixels: Int32Array, side: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(side * (1 + 3 * side))
  let at = 0
  for (let index = 0; index < pixels.length; index++) {
    if (index % side === 0) rows[at++] = FILTER_NONE
    const pixel = pixels[index] as number
    rows[at++] = pixel & 255
    rows[at++] = (pixel >>> 8) & 255
    rows[at++] = (pixel >>> 16) & 255
  }
  return rows
}

/**
 * Writes a square PNG.
 * @param rows {@link pngRows} in the zlib format
 * @param strokes the data of the stroke chunk (stroke-chunk.ts); null for a picture without strokes
 */
export function writePng(
  side: number,
  rows: Uint8Array,
  strokes: Uint8Array | null = null,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, side)
  new DataView(header.buffer).setUint32(4, side)
  header.set(RGB_8_BIT, 8)
  return writeChunks([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: rows },
    ...(strokes ? [{ type: DRAWING.strokeChunk, data: strokes }] : []),
    { type: 'IEND', data: new Uint8Array() },
  ])
}
