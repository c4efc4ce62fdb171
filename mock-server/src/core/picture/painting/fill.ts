import { CANVAS } from '../../contract/constants.ts'
import { distance, mix } from './color.ts'
import type { Area } from './flood.ts'
import { addFlat, type Raster } from './raster.ts'

/*
 * The filled area is computed once, on the 350 x 350 picture, so that a fill leaks through a gap on every screen or on
 * none. A finer raster uses that area with its own pixels at the edges.
 */

const MIXTURE_TOLERANCE = 24

/**
 * Fills an area on a raster of any scale, as part of the step in progress.
 * @param area an area of the 350 x 350 picture, widened by a pixel
 */
export function fill(raster: Raster, { seed, edges, rows }: Area, pixel: number): void {
  const { side, scale, base, pixels } = raster
  const { flat, mixed } = raster.declareRuns(pixel)
  for (let y = 0; y < side; y++) {
    const row = Math.min(CANVAS.size - 1, ((y + 0.5) / scale) | 0)
    const lastRun = rows[row + 1] as number
    for (let run = rows[row] as number; run < lastRun; run += 2) {
      // A raster pixel belongs to the canvas pixel that contains its centre. 32-bit integers are fastest.
      const left = Math.ceil((edges[run] as number) * scale - 0.5) | 0
      const right = (Math.min(side, Math.ceil(((edges[run + 1] as number) + 1) * scale - 0.5)) - 1) | 0
      const end = y * side + right + 1
      pixels.fill(pixel, y * side + left, end)
      for (let at = y * side + left; at < end; ) {
        const other = raster.endOf(seed, at, end)
        if (other > at) addFlat(flat, at, other, seed)
        at = other
        while (at < end && base[at] !== seed) at++
        if (at > other) {
          mixed.push(other)
          mixed.push(at)
        }
        for (let edge = other; edge < at; edge++) pixels[edge] = recolor(base, side, edge, seed, pixel)
      }
      raster.touch(left, y, right, y)
    }
  }
}

/**
 * Replaces the filled colour in an antialiased edge pixel, which mixes it with the colour of a line, so that no pale
 * seam remains. The line's colour is that of the neighbour that differs most from the seed.
 */
function recolor(base: Int32Array, side: number, at: number, seed: number, pixel: number): number {
  const own = base[at] as number
  const column = at % side
  const left = column > 0 ? (base[at - 1] as number) : own
  const right = column < side - 1 ? (base[at + 1] as number) : own
  const above = at >= side ? (base[at - side] as number) : own
  const below = at + side < base.length ? (base[at + side] as number) : own
  // Most pixels are inside the line.
  if (left === own && right === own && above === own && below === own) return own
  const ownDistance = distance(own, seed)
  let line = own
  let farthest = ownDistance
  for (let next = 0; next < 4; next++) {
    const other = next === 0 ? left : next === 1 ? right : next === 2 ? above : below
    const apart = distance(other, seed)
    if (apart > farthest) {
      farthest = apart
      line = other
    }
  }
  if (farthest === ownDistance) return own
  const part = ((ownDistance / farthest) * 255 + 0.5) | 0
  // A pixel that is not a mix of the two has a third colour and is not an edge.
  return distance(own, mix(seed, line, part)) > MIXTURE_TOLERANCE ? own : mix(pixel, line, part)
}
