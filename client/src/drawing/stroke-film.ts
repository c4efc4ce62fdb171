import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { Drawing } from './drawing.ts'

/** A drawing coming about again, point by point, as far as whoever watches wants to see it. */
export class StrokeFilm {
  /** Points of all strokes together. */
  readonly total: number
  readonly #strokes: readonly Stroke[]
  readonly #drawing: Drawing
  #hand: Generator<void>
  #shown = 0

  /** @param side of the raster that is shown, in pixels */
  constructor(strokes: readonly Stroke[], side: number) {
    this.#strokes = strokes
    this.#drawing = new Drawing(side)
    this.#hand = moves(this.#drawing, strokes)
    this.total = strokes.reduce((sum, { points }) => sum + points.length, 0)
  }

  /** What is to be seen: its `stale` bounds say what to show anew. */
  get screen() {
    return this.#drawing.screen
  }

  /** Paints as much as there was after a part (0 to 1) of all points; going back begins on a new sheet. */
  show(part: number): void {
    const wanted = Math.ceil(Math.min(1, Math.max(0, part)) * this.total)
    if (wanted < this.#shown) {
      this.#drawing.load([])
      this.#hand = moves(this.#drawing, this.#strokes)
      this.#shown = 0
    }
    while (this.#shown < wanted) {
      this.#hand.next()
      this.#shown++
    }
    // The pen is lifted at the end only: until then a stroke stands unfinished.
    if (this.#shown === this.total) this.#drawing.end()
  }
}

/** One point after the other. */
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
