import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { COLOURS } from './look.ts'

/* Hand-drawn shapes: irregular boxes, tape, a highlighter. The irregularities depend only on the size of a box. */

/** The canvas of a browser, or of the server: what both have alike, and images and paths of its own kind. */
export type CanvasContext = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'translate'
  | 'rotate'
  | 'scale'
  | 'beginPath'
  | 'closePath'
  | 'moveTo'
  | 'lineTo'
  | 'quadraticCurveTo'
  | 'arc'
  | 'rect'
  | 'roundRect'
  | 'clip'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'measureText'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
> & {
  fill(path?: object): void
  stroke(path?: object): void
  drawImage(image: object, x: number, y: number, width: number, height: number): void
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const LINE = 2.5

/** The background of every card: dotted paper. */
export function paintPaper(context: CanvasContext, width: number, height: number): void {
  context.fillStyle = COLOURS.paper
  context.fillRect(0, 0, width, height)
  context.fillStyle = COLOURS.dots
  for (let y = 11; y < height; y += 22) for (let x = 11; x < width; x += 22) context.fillRect(x, y, 2, 2)
}

/** A piece of paper with its shadow and outline. */
export function paintPaperCard(context: CanvasContext, box: Box, fill: string): void {
  context.fillStyle = COLOURS.shade
  outline(context, { ...box, x: box.x + 4, y: box.y + 5 })
  context.fill()
  context.fillStyle = fill
  outline(context, box)
  context.fill()
  context.strokeStyle = COLOURS.outline
  context.lineWidth = LINE
  context.stroke()
}

/** A strip of washi tape, centred at this point. */
export function paintTape(
  context: CanvasContext,
  colour: string,
  x: number,
  y: number,
  degrees: number,
): void {
  context.save()
  context.translate(x, y)
  context.rotate((degrees * Math.PI) / 180)
  context.beginPath()
  context.rect(-50, -12, 100, 24)
  context.clip()
  context.globalAlpha = 0.68
  context.fillStyle = colour
  context.fillRect(-50, -12, 100, 24)
  context.globalAlpha = 0.3
  context.fillStyle = '#fff'
  for (let stripe = -60; stripe < 60; stripe += 14) {
    context.beginPath()
    context.moveTo(stripe, 12)
    context.lineTo(stripe + 8, -12)
    context.lineTo(stripe + 14, -12)
    context.lineTo(stripe + 6, 12)
    context.fill()
  }
  context.restore()
}

/** A path around a box that looks hand-drawn. */
function outline(context: CanvasContext, { x, y, width, height }: Box): void {
  const wobble = wobbling(width * 31 + height)
  const corner = 11
  const [right, bottom] = [x + width, y + height]
  const start = y + wobble()
  context.beginPath()
  context.moveTo(x + corner, start)
  context.quadraticCurveTo(x + width / 2, y + wobble(), right - corner, y + wobble())
  context.quadraticCurveTo(right, y, right + wobble(), y + corner)
  context.quadraticCurveTo(right + wobble(), y + height / 2, right + wobble(), bottom - corner)
  context.quadraticCurveTo(right, bottom, right - corner, bottom + wobble())
  context.quadraticCurveTo(x + width / 2, bottom + wobble(), x + corner, bottom + wobble())
  context.quadraticCurveTo(x, bottom, x + wobble(), bottom - corner)
  context.quadraticCurveTo(x + wobble(), y + height / 2, x + wobble(), y + corner)
  context.quadraticCurveTo(x, y, x + corner, start)
  context.closePath()
}

/** A generator of pseudo-random offsets of up to 1.6 pixels in both directions. */
function wobbling(seed: number): () => number {
  const generator = xoroshiro128plus(seed)
  return () => (uniformFloat64(generator) - 0.5) * 3.2
}
