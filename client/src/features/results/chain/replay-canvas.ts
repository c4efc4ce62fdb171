import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { StrokeReplay } from '@inkling/mock-server/picture/painting/stroke-replay'
import { replayMs } from './replay-length.ts'

/** Canvas pixels per side: sharp on a high-resolution screen, and fast to paint. */
const SIDE = 700

/**
 * Prepares the replay of a drawing on a canvas.
 * @returns a function that shows a fraction (0 to 1) of the replay
 */
export function showReplayOn(canvas: HTMLCanvasElement, strokes: readonly Stroke[]): (part: number) => void {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas to draw on')
  canvas.width = SIDE
  canvas.height = SIDE
  const replay = new StrokeReplay(strokes, SIDE)
  const image = new ImageData(new Uint8ClampedArray(replay.screen.pixels.buffer), SIDE, SIDE)
  return (part) => {
    replay.show(part)
    const { stale } = replay.screen
    if (stale.isEmpty) return
    const { left, top, right, bottom } = stale
    context.putImageData(image, 0, 0, left, top, right - left + 1, bottom - top + 1)
    stale.empty()
  }
}

/**
 * Plays the replay of a drawing from start to end.
 * @returns a function that stops it; `onEnd` is called after the last stroke
 */
export function playReplay(
  canvas: HTMLCanvasElement,
  strokes: readonly Stroke[],
  onEnd: () => void,
): () => void {
  const show = showReplayOn(canvas, strokes)
  const length = replayMs(strokes)
  let start: number | null = null
  let frame = requestAnimationFrame(function paint(now) {
    start ??= now
    const part = (now - start) / length
    show(part)
    if (part >= 1) onEnd()
    else frame = requestAnimationFrame(paint)
  })
  return () => cancelAnimationFrame(frame)
}
