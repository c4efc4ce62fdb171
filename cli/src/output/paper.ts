import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import type { Pixels } from './terminal-drawing.ts'

/** Pixels per side. A terminal shows far fewer, so half the size of the canvas is enough. */
const SIDE = CANVAS.size / 2
const WHITE = 0xffffff

/** Draws strokes point by point, for replays. Coarser than the PNG, which shows the finished drawing. */
export class Paper {
  readonly #pixels = new Uint32Array(SIDE * SIDE).fill(WHITE)

  /** The current pixels. */
  pixels(): Pixels {
    const data = new Uint8Array(3 * this.#pixels.length)
    for (const [at, pixel] of this.#pixels.entries()) {
      data[3 * at] = pixel >> 16
      data[3 * at + 1] = (pixel >> 8) & 0xff
      data[3 * at + 2] = pixel & 0xff
    }
    return { width: SIDE, height: SIDE, channels: 3, data }
  }

  /** Draws a stroke from one of its points to another, inclusive. */
  paint({ tool, color, size, points }: Stroke, from: number, to: number): void {
    const ink = tool === 'eraser' ? WHITE : Number.parseInt(color.slice(1), 16)
    for (let at = from; at <= to; at++) {
      const [x = 0, y = 0] = points[at] ?? []
      const [fromX = x, fromY = y] = points[at - 1] ?? []
      if (tool === 'fill') this.#fill(Math.floor(x / 2), Math.floor(y / 2), ink)
      else this.#line(fromX / 2, fromY / 2, x / 2, y / 2, Math.max(0.75, size / 4), ink)
    }
  }

  /** Colours every pixel within `radius` of the line. */
  #line(x1: number, y1: number, x2: number, y2: number, radius: number, ink: number): void {
    const [dx, dy] = [x2 - x1, y2 - y1]
    const length = dx * dx + dy * dy
    for (let y = inside(Math.min(y1, y2) - radius); y <= inside(Math.ceil(Math.max(y1, y2) + radius)); y++) {
      for (
        let x = inside(Math.min(x1, x2) - radius);
        x <= inside(Math.ceil(Math.max(x1, x2) + radius));
        x++
      ) {
        const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length))
        const [awayX, awayY] = [x - x1 - along * dx, y - y1 - along * dy]
        if (awayX * awayX + awayY * awayY <= radius * radius) this.#pixels[y * SIDE + x] = ink
      }
    }
  }

  #fill(x: number, y: number, ink: number): void {
    const start = inside(y) * SIDE + inside(x)
    const old = this.#pixels[start]
    if (old === ink) return
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.#pixels[at] !== old) continue
      this.#pixels[at] = ink
      if (at % SIDE > 0) open.push(at - 1)
      if (at % SIDE < SIDE - 1) open.push(at + 1)
      if (at >= SIDE) open.push(at - SIDE)
      if (at < SIDE * (SIDE - 1)) open.push(at + SIDE)
    }
  }
}

const inside = (value: number): number => Math.max(0, Math.min(SIDE - 1, Math.floor(value)))
