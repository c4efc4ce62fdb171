import { mix } from './color.ts'
import type { Raster } from './raster.ts'

/** Paints a line segment with round ends whose radius changes from `r0` to `r1`. In canvas pixels. */
export type Capsule = (x0: number, y0: number, r0: number, x1: number, y1: number, r1: number) => void

/*
 * The shape is computed row by row: the interior is filled as a run, and only the pixels along the edge compute their
 * distance to the line. Every engine rounds arithmetic and square roots the same way, so the same strokes give the same
 * pixels everywhere.
 */

/** Edges have few shades: the difference is invisible, and the PNG is half as large. */
const SHADES = 15
const SHADE = 255 / SHADES

/**
 * The result of {@link crossRow}: where the row enters and leaves the shape, and the first and last pixel in between.
 * Stored in an object, because writing fractions to module variables allocates.
 */
const crossing = { enter: 0.5, leave: 0.5, from: 0.5, to: 0.5 }

/** Paints a capsule as part of the step in progress. Coverage does not add up where a stroke crosses itself. */
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
  const { scale, side, pixels, base, coverage, whole } = raster
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

  for (let y = top; y <= bottom; y++) {
    const offset = y + 0.5 - y0
    crossRow(x0, dx, dy, squared, offset, outer)
    const from = Math.max(0, crossing.from)
    const to = Math.min(side - 1, crossing.to)
    const doneFrom = whole[2 * y] as number
    const doneTo = whole[2 * y + 1] as number
    if (from > to || (from >= doneFrom && to <= doneTo)) continue
    crossing.from = side
    if (inner > 0) crossRow(x0, dx, dy, squared, offset, inner)
    const solidFrom = Math.max(from, crossing.from)
    const solidTo = Math.min(to, crossing.to)
    for (let x = from; x <= to; x++) {
      if (x >= doneFrom && x <= doneTo) {
        x = doneTo
        continue
      }
      const at = y * side + x
      let cover = 255
      if (x < solidFrom || x > solidTo) {
        const px = x + 0.5 - x0
        const t = squared > 0 ? Math.max(0, Math.min(1, (px * dx + offset * dy) / squared)) : 0
        const ox = px - t * dx
        const oy = offset - t * dy
        const part = r0 + t * taper + 0.5 - Math.sqrt(ox * ox + oy * oy)
        if (part <= 0) continue
        if (part < 1) cover = SHADE * ((part * SHADES + 0.5) | 0)
      }
      if (cover <= (coverage[at] as number)) continue
      coverage[at] = cover
      pixels[at] = cover === 255 ? pixel : mix(base[at] as number, pixel, cover)
    }
    if (solidFrom <= solidTo) {
      const joins = solidFrom <= doneTo + 1 && solidTo >= doneFrom - 1
      whole[2 * y] = joins ? Math.min(solidFrom, doneFrom) : solidFrom
      whole[2 * y + 1] = joins ? Math.max(solidTo, doneTo) : solidTo
    }
    left = Math.min(left, from)
    right = Math.max(right, to)
  }
  if (left <= right) raster.touch(left, top, right, bottom)
}

/** Finds where a row, `offset` below the start, crosses the area within one radius of the line. */
function crossRow(x0: number, dx: number, dy: number, squared: number, offset: number, radius: number): void {
  crossing.enter = Number.POSITIVE_INFINITY
  crossing.leave = Number.NEGATIVE_INFINITY
  widenByDisc(x0, offset, radius)
  if (squared > 0) {
    widenByDisc(x0 + dx, offset - dy, radius)
    // The rectangle between the discs.
    const aside = radius * Math.sqrt(squared)
    crossing.from = Number.NEGATIVE_INFINITY
    crossing.to = Number.POSITIVE_INFINITY
    clip(dx, -offset * dy, squared - offset * dy)
    clip(dy, offset * dx - aside, offset * dx + aside)
    if (crossing.from <= crossing.to) widen(x0 + crossing.from, x0 + crossing.to)
  }
  crossing.from = Math.ceil(crossing.enter - 0.5)
  crossing.to = Math.floor(crossing.leave - 0.5)
}

function widenByDisc(x: number, offset: number, radius: number): void {
  const squared = radius * radius - offset * offset
  if (squared < 0) return
  const half = Math.sqrt(squared)
  widen(x - half, x + half)
}

function widen(enter: number, leave: number): void {
  if (enter < crossing.enter) crossing.enter = enter
  if (leave > crossing.leave) crossing.leave = leave
}

/** Limits the crossing to the part where `times` times the position is between two bounds. */
function clip(times: number, min: number, max: number): void {
  if (times !== 0) {
    const a = min / times
    const b = max / times
    crossing.from = Math.max(crossing.from, Math.min(a, b))
    crossing.to = Math.min(crossing.to, Math.max(a, b))
  } else if (min > 0 || max < 0) crossing.to = Number.NEGATIVE_INFINITY
}
