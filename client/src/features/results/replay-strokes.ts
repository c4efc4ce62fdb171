import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { Drawing } from '../../drawing/drawing.ts'

/** Canvas pixels a side: sharp on a dense screen, cheap to paint. */
const SIDE = 700
const SHORTEST_MS = 1500
const LONGEST_MS = 7000
const PER_POINT_MS = 9

/**
 * Paints a drawing again, stroke by stroke, as it came about.
 * @returns what stops it; `onEnd` is called when the last stroke is there
 */
export function replayStrokes(
  canvas: HTMLCanvasElement,
  strokes: readonly Stroke[],
  onEnd: () => void,
): () => void {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas to draw on')
  canvas.width = SIDE
  canvas.height = SIDE
  const drawing = new Drawing(SIDE)
  const image = new ImageData(new Uint8ClampedArray(drawing.screen.pixels.buffer), SIDE, SIDE)
  const hand = moves(drawing, strokes)
  const total = strokes.reduce((sum, { points }) => sum + points.length, 0)
  const duration = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, total * PER_POINT_MS))
  let done = 0
  let start: number | null = null
  let frame = requestAnimationFrame(function paint(now) {
    start ??= now
    const due = Math.min(total, Math.ceil(((now - start) / duration) * total))
    let ended = false
    while (done < due && !ended) {
      ended = hand.next().done === true
      done++
    }
    context.putImageData(image, 0, 0)
    if (ended || done >= total) {
      drawing.end()
      context.putImageData(image, 0, 0)
      onEnd()
    } else frame = requestAnimationFrame(paint)
  })
  return () => cancelAnimationFrame(frame)
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
