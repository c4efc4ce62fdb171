import { mix } from './color.ts'
import type { Raster } from './raster.ts'

/** A piece of line with round ends, tapering from one radius to the other. In canvas pixels. */
export type Capsule = (x0: number, y0: number, r0: number, x1: number, y1: number, r1: number) => void

/*
 * The outline is found row by row: what lies surely inside is filled as a run, and only the few pixels along the edge
 * are asked how far they are from the line. Nothing but the four operations and square roots, which every engine rounds
 * alike: the same strokes give the same pixels everywhere.
 */

/** Where the last {@link crossRow} entered and left the shape: in an object, for variables of fractions leave garbage. */
const crossing = { enter: Number.POSITIVE_INFINITY, leave: Number.NEGATIVE_INFINITY }

/** Paints a capsule as part of the step in progress. Where strokes cross themselves, coverage does not add up. */
export function paintCapsule(
  raster: Raster,
  pixel: number,
  cx0: number,
  cy0: number,
  cr0: number,
  cx1: number,
  cy1: number,
  cr1: number,
): void {
  const { scale, side, pixels, base, coverage } = raster
  const x0 = cx0 * scale
  const y0 = cy0 * scale
  const r0 = cr0 * scale
  const dx = cx1 * scale - x0
  const dy = cy1 * scale - y0
  const taper = cr1 * scale - r0
  const squared = dx * dx + dy * dy
  const outer = (taper > 0 ? r0 + taper : r0) + 0.5
  const inner = (taper < 0 ? r0 + taper : r0) - 0.5
  const top = Math.max(0, Math.floor((dy < 0 ? y0 + dy : y0) - outer))
  const bottom = Math.min(side - 1, Math.floor((dy > 0 ? y0 + dy : y0) + outer))
  let left = side
  let right = -1

  const paintEdge = (row: number, from: number, to: number, offset: number) => {
    for (let x = from; x <= to; x++) {
      const px = x + 0.5 - x0
      let t = squared > 0 ? (px * dx + offset * dy) / squared : 0
      t = t < 0 ? 0 : Math.min(t, 1)
      const ox = px - t * dx
      const oy = offset - t * dy
      const part = r0 + t * taper + 0.5 - Math.sqrt(ox * ox + oy * oy)
      if (part <= 0) continue
      const cover = part >= 1 ? 255 : (part * 255 + 0.5) | 0
      const at = row + x
      if (cover <= (coverage[at] as number)) continue
      coverage[at] = cover
      pixels[at] = mix(base[at] as number, pixel, cover)
    }
  }

  for (let y = top; y <= bottom; y++) {
    const offset = y + 0.5 - y0
    if (!crossRow(x0, dx, dy, squared, offset, outer)) continue
    const from = Math.max(0, Math.ceil(crossing.enter - 0.5))
    const to = Math.min(side - 1, Math.floor(crossing.leave - 0.5))
    if (from > to) continue
    let solidFrom = to + 1
    let solidTo = to
    if (inner > 0 && crossRow(x0, dx, dy, squared, offset, inner)) {
      const first = Math.max(from, Math.ceil(crossing.enter - 0.5))
      const last = Math.min(to, Math.floor(crossing.leave - 0.5))
      if (first <= last) {
        solidFrom = first
        solidTo = last
      }
    }
    const row = y * side
    paintEdge(row, from, solidFrom - 1, offset)
    if (solidFrom <= solidTo) {
      pixels.fill(pixel, row + solidFrom, row + solidTo + 1)
      coverage.fill(255, row + solidFrom, row + solidTo + 1)
      paintEdge(row, solidTo + 1, to, offset)
    }
    if (from < left) left = from
    if (to > right) right = to
  }
  if (left <= right) raster.touch(left, top, right, bottom)
}

/** Finds where a row, `offset` below the start, crosses the line's surroundings of one radius. False: nowhere. */
function crossRow(
  x0: number,
  dx: number,
  dy: number,
  squared: number,
  offset: number,
  radius: number,
): boolean {
  crossing.enter = Number.POSITIVE_INFINITY
  crossing.leave = Number.NEGATIVE_INFINITY
  widenByDisc(x0, offset, radius)
  if (squared === 0) return crossing.enter <= crossing.leave
  widenByDisc(x0 + dx, offset - dy, radius)
  // Between the discs: at most a radius aside of the line, and between its ends.
  const length = Math.sqrt(squared)
  let from = Number.NEGATIVE_INFINITY
  let to = Number.POSITIVE_INFINITY
  if (dx !== 0) {
    const a = (-offset * dy) / dx
    const b = (squared - offset * dy) / dx
    from = Math.min(a, b)
    to = Math.max(a, b)
  } else if (offset * dy < 0 || offset * dy > squared) return crossing.enter <= crossing.leave
  if (dy !== 0) {
    const a = (offset * dx - radius * length) / dy
    const b = (offset * dx + radius * length) / dy
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  } else if (offset > radius || offset < -radius) return crossing.enter <= crossing.leave
  if (from <= to) {
    if (x0 + from < crossing.enter) crossing.enter = x0 + from
    if (x0 + to > crossing.leave) crossing.leave = x0 + to
  }
  return crossing.enter <= crossing.leave
}

function widenByDisc(x: number, offset: number, radius: number): void {
  const squared = radius * radius - offset * offset
  if (squared < 0) return
  const half = Math.sqrt(squared)
  if (x - half < crossing.enter) crossing.enter = x - half
  if (x + half > crossing.leave) crossing.leave = x + half
}
