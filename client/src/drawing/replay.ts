import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { Drawing } from './drawing.ts'
import type { Raster } from './raster.ts'

/**
 * A finished drawing, drawn again: the same hand, point by point. Show `raster.pixels` on a canvas of `raster.side`
 * pixels: `new ImageData(new Uint8ClampedArray(raster.pixels.buffer), raster.side, raster.side)`, and put it there after
 * each {@link seek}.
 */
export class Replay {
  readonly #strokes: readonly Stroke[]
  readonly #drawing: Drawing
  /** Points in all; a fill is one. */
  readonly length: number
  #at = 0
  /** The stroke that the next point belongs to, and which of its points that is. */
  #stroke = 0
  #point = 0

  /** @param side of the raster, in pixels */
  constructor(strokes: readonly Stroke[], side: number) {
    this.#strokes = strokes
    this.#drawing = new Drawing(side)
    this.length = strokes.reduce((sum, { points }) => sum + points.length, 0)
  }

  get raster(): Raster {
    return this.#drawing.screen
  }

  /** Goes to the picture after so many points. Forwards costs what is drawn; backwards starts anew. */
  seek(points: number): void {
    if (points < this.#at) {
      this.#drawing.load([])
      this.#at = 0
      this.#stroke = 0
      this.#point = 0
    }
    while (this.#at < points && this.#stroke < this.#strokes.length) this.#step()
  }

  #step(): void {
    const stroke = this.#strokes[this.#stroke]
    const [x = 0, y = 0, pressure] = stroke?.points[this.#point] ?? []
    if (!stroke) return
    if (stroke.tool === 'fill') this.#drawing.fill(x, y, stroke.color)
    else if (this.#point > 0) this.#drawing.extend(x, y, pressure)
    else {
      const { tool, color, size } = stroke
      this.#drawing.begin({ tool, color, size }, x, y, pressure)
    }
    this.#at++
    this.#point++
    if (this.#point < stroke.points.length) return
    this.#drawing.end()
    this.#stroke++
    this.#point = 0
  }
}
