import { DRAWING } from '@inkling/mock-server/contract/constants'
import { writeChunks } from '@inkling/mock-server/picture/png-chunks'
import { deflateByStream } from '@inkling/mock-server/picture/zlib-streams'

const RGB_8_BIT = [8, 2, 0, 0, 0] as const
/** Each row stores its difference from the row above, which compresses well: drawings are mostly flat. */
const FILTER_UP = 2

/**
 * Encodes a picture as PNG without a canvas, because some browsers add noise to canvas reads against fingerprinting.
 * @param pixels `side` times `side` opaque pixels, each 0xAABBGGRR
 * @param strokes the data of the stroke chunk (picture/stroke-chunk.ts); null for a picture without strokes
 */
export async function encodePng(
  pixels: Int32Array,
  side: number,
  strokes: Uint8Array | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, side)
  new DataView(header.buffer).setUint32(4, side)
  header.set(RGB_8_BIT, 8)
  return writeChunks([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: await deflateByStream(filterRows(pixels, side)) },
    ...(strokes ? [{ type: DRAWING.strokeChunk, data: strokes }] : []),
    { type: 'IEND', data: new Uint8Array() },
  ])
}

function filterRows(pixels: Int32Array, side: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(side * (1 + 3 * side))
  let at = 0
  for (let row = 0; row < side; row++) {
    rows[at++] = FILTER_UP
    for (let index = row * side; index < (row + 1) * side; index++) {
      const pixel = pixels[index] as number
      const above = row === 0 ? 0 : (pixels[index - side] as number)
      rows[at++] = (pixel & 255) - (above & 255)
      rows[at++] = ((pixel >>> 8) & 255) - ((above >>> 8) & 255)
      rows[at++] = ((pixel >>> 16) & 255) - ((above >>> 16) & 255)
    }
  }
  return rows
}
