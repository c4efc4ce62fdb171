import type { Capsule } from './capsule.ts'

/** The maximum distance between a curve and its line segments, in canvas pixels. */
const FLATNESS = 0.08
const MAX_PIECES = 24

/**
 * Turns the points of a stroke into a smooth line as they arrive: quadratic curves between the midpoints of
 * consecutive points, with the points as control points.
 */
export class StrokePath {
  readonly #size: number
  readonly #paint: Capsule
  /** The end of the painted part. */
  #x = 0
  #y = 0
  #radius = 0
  /** The last point, the control point of the next curve. */
  #nextX = 0
  #nextY = 0
  #nextRadius = 0
  #count = 0

  /** @param size line width in canvas pixels, at a pressure of 0.5 */
  constructor(size: number, paint: Capsule) {
    this.#size = size
    this.#paint = paint
  }

  add(x: number, y: number, pressure: number | undefined): void {
    const radius = (this.#size / 2) * widthFactor(pressure)
    if (this.#count === 0) {
      this.#x = x
      this.#y = y
      this.#radius = radius
      this.#paint(x, y, radius, x, y, radius)
    } else if (this.#count === 1) {
      this.#lineTo((this.#nextX + x) / 2, (this.#nextY + y) / 2, (this.#nextRadius + radius) / 2)
    } else {
      this.#curveTo((this.#nextX + x) / 2, (this.#nextY + y) / 2, (this.#nextRadius + radius) / 2)
    }
    this.#nextX = x
    this.#nextY = y
    this.#nextRadius = radius
    this.#count++
  }

  /** Draws the line from the painted part to the last point. */
  end(): void {
    if (this.#count > 1) this.#lineTo(this.#nextX, this.#nextY, this.#nextRadius)
  }

  #lineTo(x: number, y: number, radius: number): void {
    this.#paint(this.#x, this.#y, this.#radius, x, y, radius)
    this.#x = x
    this.#y = y
    this.#radius = radius
  }

  #curveTo(x: number, y: number, radius: number): void {
    const [x0, y0, r0] = [this.#x, this.#y, this.#radius]
    const [cx, cy] = [this.#nextX, this.#nextY]
    const bendX = x0 - 2 * cx + x
    const bendY = y0 - 2 * cy + y
    const bend = Math.sqrt(bendX * bendX + bendY * bendY)
    const pieces = Math.min(MAX_PIECES, Math.max(1, Math.ceil(Math.sqrt(bend / (4 * FLATNESS)))))
    for (let piece = 1; piece < pieces; piece++) {
      const t = piece / pieces
      const s = 1 - t
      this.#lineTo(
        s * s * x0 + 2 * s * t * cx + t * t * x,
        s * s * y0 + 2 * s * t * cy + t * t * y,
        s * r0 + t * radius,
      )
    }
    this.#lineTo(x, y, radius)
  }
}

/** A pen draws 0.4 to 1.6 times the brush width, a device without pressure exactly the brush width. */
function widthFactor(pressure: number | undefined): number {
  return pressure === undefined ? 1 : 0.4 + 1.2 * Math.min(1, Math.max(0, pressure))
}
