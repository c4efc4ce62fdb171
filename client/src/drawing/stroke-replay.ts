import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { Drawing } from './drawing.ts'

/** Replays a drawing point by point, up to any position. */
export class StrokeReplay {
  /** The number of points of all strokes. */
  readonly total: number
  readonly #strokes: readonly Stroke[]
  readonly #drawing: Drawing
  #moves: Generator<void>
  #shown = 0

  /** @param side the size of the raster, in pixels */
  constructor(strokes: readonly Stroke[], side: number) {
    this.#strokes = strokes
    this.#drawing = new Drawing(side)
    this.#moves = moves(this.#drawing, strokes)
    this.total = strokes.reduce((sum, { points }) => sum + points.length, 0)
  }

  /** The raster to display. Its `stale` bounds are the area to redraw. */
  get screen() {
    return this.#drawing.screen
  }

  /** Paints a fraction (0 to 1) of all points. A smaller one than before starts again with a blank sheet. */
  show(part: number): void {
    const wanted = Math.ceil(Math.min(1, Math.max(0, part)) * this.total)
    if (wanted < this.#shown) {
      this.#drawing.load([])
      this.#moves = moves(this.#drawing, this.#strokes)
      this.#shown = 0
    }
    while (this.#shown < wanted) {
      this.#moves.next()
      this.#shown++
    }
    // The generator pauses before it ends the last stroke.
    if (this.#shown === this.total) this.#drawing.end()
  }
}

/** Adds one point to the drawing per iteration. */
function* moves(drawing: Drawing, strokes: readonly Stroke[]): Generator<void> {
  for (const { tool, color, size, points } of strokes) {
    for (const [at, [x = 0, y = 0, pressure]] of points.entries()) {
      if (tool === 'fill') drawing.fill(x, y, color)
      else if (at === 0) drawing.begin({ tool, color, size }, x, y, pressure)
      else drawing.extend(x, y, pressure)
      yield
    }
    drawing.end()
  }
}
