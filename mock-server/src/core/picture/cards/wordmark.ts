import type { CanvasContext } from './hand-drawn.ts'
import { COLOURS } from './look.ts'
import { WORDMARK, WORDMARK_DROP, WORDMARK_DROPS, WORDMARK_LINES, WORDMARK_STROKE } from './wordmark-lines.ts'

/**
 * Paints the wordmark as it is drawn in the client.
 * @param pathOf makes a path of the canvas's own library from SVG path data
 */
export function paintWordmark(
  context: CanvasContext,
  pathOf: (data: string) => object,
  { x, y, height }: { x: number; y: number; height: number },
): void {
  context.save()
  context.translate(x, y)
  context.scale(height / WORDMARK.height, height / WORDMARK.height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = COLOURS.ink
  for (const [at, line] of WORDMARK_LINES.entries()) {
    const isSquiggle = at === WORDMARK_LINES.length - 1
    context.lineWidth = isSquiggle ? WORDMARK_STROKE.squiggle : WORDMARK_STROKE.letter
    context.stroke(pathOf(line))
  }
  context.lineWidth = WORDMARK_STROKE.drop
  const drop = pathOf(WORDMARK_DROP)
  for (const colour of ['blue', 'pink'] as const) {
    const { x, y } = WORDMARK_DROPS[colour]
    context.save()
    context.translate(x, y)
    context.fillStyle = COLOURS[colour]
    context.fill(drop)
    context.stroke(drop)
    context.restore()
  }
  context.restore()
}

/** The width of the wordmark at a height. */
export const wordmarkWidth = (height: number): number => (height * WORDMARK.width) / WORDMARK.height
