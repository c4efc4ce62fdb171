import { CANVAS } from '../../contract/constants.ts'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { paintStroke, strokePath } from './paint-stroke.ts'
import { Raster } from './raster.ts'

/** Replays a drawing point by point, up to any position. */
export class StrokeReplay {
  /** The number of points of all strokes. */
  readonly total: number
  /** The raster to display. Its `stale` bounds are the area to redraw. */
  readonly screen: Raster
  readonly #strokes: readonly Stroke[]
  /** The 350 x 350 picture, and the screen if it has another size. */
  readonly #rasters: readonly [Raster, ...Raster[]]
  #moves: Generator<void>
  #shown = 0

  /** @param side the size of the raster, in pixels */
  constructor(strokes: readonly Stroke[], side: number) {
    this.total = strokes.reduce((sum, { points }) => sum + points.length, 0)
    this.screen = new Raster(side)
    this.#strokes = strokes
    this.#rasters = side === CANVAS.size ? [this.screen] : [new Raster(CANVAS.size), this.screen]
    this.#moves = moves(strokes, this.#rasters)
  }

  /** Paints a fraction (0 to 1) of all points. */
  show(part: number): void {
    this.showPoints(Math.ceil(Math.min(1, Math.max(0, part)) * this.total))
  }

  /** Paints the first points. Fewer than before start again with a blank sheet. */
  showPoints(count: number): void {
    if (count < this.#shown) {
      for (const raster of this.#rasters) raster.reset(null)
      this.#moves = moves(this.#strokes, this.#rasters)
      this.#shown = 0
    }
    for (; this.#shown < Math.min(count, this.total); this.#shown++) this.#moves.next()
  }
}

/** Paints one point per iteration. The last one completes its stroke. */
function* moves(strokes: readonly Stroke[], rasters: readonly [Raster, ...Raster[]]): Generator<void> {
  for (const stroke of strokes) {
    const path = stroke.tool === 'fill' ? null : strokePath(stroke, rasters)
    for (const [at, [x = 0, y = 0, pressure]] of stroke.points.entries()) {
      path?.add(x, y, pressure)
      if (at === stroke.points.length - 1) {
        if (path) path.end()
        else paintStroke(stroke, rasters)
        for (const raster of rasters) raster.commit()
      }
      yield
    }
  }
}
