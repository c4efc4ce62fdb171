import { CANVAS } from '../../contract/constants.ts'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { paintCapsule } from './capsule.ts'
import { pixelOf } from './color.ts'
import { fill } from './fill.ts'
import { flood, widen } from './flood.ts'
import type { Raster } from './raster.ts'
import { StrokePath } from './stroke-path.ts'

/** The line of a pen or eraser as the step in progress of each raster. It is painted as its points are added. */
export function strokePath({ tool, color, size }: Stroke, rasters: readonly Raster[]): StrokePath {
  const pixel = pixelOf(tool === 'eraser' ? CANVAS.background : color)
  return new StrokePath(size, (x0, y0, r0, x1, y1, r1) => {
    for (const raster of rasters) paintCapsule(raster, pixel, x0, y0, r0, x1, y1, r1)
  })
}

/**
 * A function that paints a fill as the step in progress of a raster; null if it would change nothing.
 * @param picture the 350 x 350 picture, which decides the filled area on every raster
 */
export function fillOf(picture: Raster, { color, points }: Stroke): ((raster: Raster) => void) | null {
  const [x = -1, y = -1] = points[0] ?? []
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const pixel = pixelOf(color)
  const isOutside = column < 0 || row < 0 || column >= CANVAS.size || row >= CANVAS.size
  if (isOutside || picture.base[row * CANVAS.size + column] === pixel) return null
  const area = widen(flood(picture, column, row), CANVAS.size)
  return (raster) => fill(raster, area, pixel)
}

/** Paints a whole stroke or fill as the step in progress of each raster. The first raster is the 350 x 350 picture. */
export function paintStroke(stroke: Stroke, rasters: readonly [Raster, ...Raster[]]): void {
  if (stroke.tool === 'fill') {
    const paint = fillOf(rasters[0], stroke)
    if (paint) rasters.forEach(paint)
    return
  }
  const path = strokePath(stroke, rasters)
  for (const [x = 0, y = 0, pressure] of stroke.points) path.add(x, y, pressure)
  path.end()
}
