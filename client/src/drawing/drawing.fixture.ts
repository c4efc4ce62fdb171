import type { Drawing, Line } from './drawing.ts'

export const PEN: Line = { tool: 'pen', color: '#000000', size: 5 }
export const ERASER: Line = { tool: 'eraser', color: '#FFFFFF', size: 10 }

/** Draws a line through these points. */
export function drawLine(drawing: Drawing, line: Line, ...points: (readonly number[])[]): void {
  const [[x = 0, y = 0, pressure] = [], ...rest] = points
  drawing.begin(line, x, y, pressure)
  for (const [nextX = 0, nextY = 0, nextPressure] of rest) drawing.extend(nextX, nextY, nextPressure)
  drawing.end()
}

/** A box of four separate lines, so that smoothing does not round its corners. */
export function drawBox(
  drawing: Drawing,
  line: Line,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  drawLine(drawing, line, [left, top], [right, top])
  drawLine(drawing, line, [right, top], [right, bottom])
  drawLine(drawing, line, [right, bottom], [left, bottom])
  drawLine(drawing, line, [left, bottom], [left, top])
}

/** A random stroke, fill or eraser stroke. */
export function scribble(drawing: Drawing, random: () => number): void {
  const colors = ['#000000', '#ED4444', '#366EFB', '#49D849']
  const color = colors[Math.floor(random() * colors.length)] ?? '#000000'
  const what = random()
  if (what < 0.15) {
    drawing.fill(random() * 350, random() * 350, color)
    return
  }
  const line: Line =
    what < 0.3
      ? { tool: 'eraser', color: '#FFFFFF', size: 4 + random() * 50 }
      : { tool: 'pen', color, size: 2 + Math.floor(random() * 28) }
  let [x, y] = [random() * 350, random() * 350]
  const points = Array.from({ length: 3 + Math.floor(random() * 20) }, () => {
    x += (random() - 0.5) * 60
    y += (random() - 0.5) * 60
    return what > 0.8 ? [x, y, random()] : [x, y]
  })
  drawLine(drawing, line, ...points)
}
