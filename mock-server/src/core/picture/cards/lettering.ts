import type { CanvasContext } from './hand-drawn.ts'
import { COLOURS, FONT } from './look.ts'

/** The largest font size, up to a limit, with which the text fits a width. */
function sizeToFit(
  context: CanvasContext,
  font: (px: number) => string,
  text: string,
  width: number,
  largest: number,
  smallest: number,
): number {
  for (let px = largest; px > smallest; px -= 2) {
    context.font = font(px)
    if (context.measureText(text).width <= width) return px
  }
  return smallest
}

/** Paints one line, scaled down or truncated to fit. @returns its width */
export function paintLine(
  context: CanvasContext,
  text: string,
  font: (px: number) => string,
  { x, y, width, px }: { x: number; y: number; width: number; px: number },
): number {
  const size = sizeToFit(context, font, text, width, px, Math.round(px * 0.7))
  context.font = font(size)
  const letters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
  let line = text
  while (letters.length > 1 && context.measureText(line).width > width) {
    letters.pop()
    line = `${letters.join('')}…`
  }
  context.fillText(line, x, y)
  return context.measureText(line).width
}

/** Paints handwritten text centred in a box, with a highlighter background, wrapped as needed. */
export function paintInkText(
  context: CanvasContext,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  largest = 56,
): void {
  let px = largest
  let lines = broken(context, text, width, px)
  while (px > 20 && lines.length * px * 1.25 > height) {
    px -= 2
    lines = broken(context, text, width, px)
  }
  context.save()
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const step = px * 1.25
  const top = y + (height - lines.length * step) / 2
  lines.forEach((line, at) => {
    const baseline = top + at * step + px * 0.95
    const long = context.measureText(line).width + px * 0.5
    context.globalAlpha = 0.75
    context.fillStyle = COLOURS.yellow
    context.fillRect(x + width / 2 - long / 2, baseline - px * 0.32, long, px * 0.42)
    context.globalAlpha = 1
    context.fillStyle = COLOURS.ink
    context.fillText(line, x + width / 2, baseline)
  })
  context.restore()
}

/** Breaks a text into lines between words, and within words that are too long. Sets the context's font. */
function broken(context: CanvasContext, text: string, width: number, px: number): string[] {
  context.font = FONT.hand(px)
  const room = width - px * 0.5
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (context.measureText(longer).width <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && context.measureText(line + letter).width > room) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}
