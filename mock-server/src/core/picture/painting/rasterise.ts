import { CANVAS } from '../../contract/constants.ts'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { pngRows, writePng } from '../write-png.ts'
import { paintStroke } from './paint-stroke.ts'
import { Raster } from './raster.ts'

/** The 350 x 350 picture of strokes: the pixels that a player who draws them sees and submits. */
export function pixelsOf(strokes: readonly Stroke[]): Int32Array {
  const raster = new Raster(CANVAS.size)
  for (const stroke of strokes) {
    paintStroke(stroke, [raster])
    raster.commit()
  }
  return raster.pixels
}

/** Deflates with `node:zlib`, or what replaces it in browsers. */
type DeflateSync = (data: Uint8Array, options: { level: number }) => Uint8Array

/** Hardly larger than at the default level, and several times as fast. */
const LEVEL = 4

/** The picture of strokes as a PNG, without the strokes. */
export const rasterise = (strokes: readonly Stroke[], deflate: DeflateSync): Uint8Array =>
  writePng(CANVAS.size, deflate(pngRows(pixelsOf(strokes), CANVAS.size), { level: LEVEL }))
