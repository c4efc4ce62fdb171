import { CANVAS } from '@inkling/mock-server/contract/constants'
import { paintCapsule } from './capsule.ts'
import { pixelOf } from './color.ts'
import { flood, widen } from './flood.ts'
import { pour } from './pour.ts'
import { Raster } from './raster.ts'

/** So small that a round is over before a hand could wait for it. */
const SIDE = 100
const ROUNDS = 60
/** How far the star reaches to each side, in canvas pixels. */
const REACH = 100
const [BLACK, BLUE] = [pixelOf('#000000'), pixelOf('#366EFB')]
/** A run over the whole width in each row. */
const EVERYWHERE = {
  edges: Array.from({ length: CANVAS.size }, () => [0, CANVAS.size - 1]).flat(),
  rows: Int32Array.from({ length: CANVAS.size + 1 }, (_, row) => 2 * row),
}

/**
 * Browsers compile code well only once it has run for a while: without this, the first fills take many times as long as
 * later ones. So strokes and fills are made in advance, on a sheet that nobody sees, when there is nothing else to do.
 * @param isBusy no round begins while this says so
 * @param signal ends it
 */
export function warmUp(isBusy: () => boolean, signal: AbortSignal): void {
  const raster = new Raster(SIDE)
  let rounds = 0
  whenIdle(next)

  function next(): void {
    if (signal.aborted) return
    if (!isBusy()) {
      rehearse(raster)
      rounds++
    }
    if (rounds < ROUNDS) whenIdle(next)
  }
}

/** A star on a new sheet, with a dot in its middle, and a fill around it. */
export function rehearse(raster: Raster): void {
  const { side } = raster
  const middle = CANVAS.size / 2
  raster.reset(null)
  // Upright and level lines, swelling and tapering ones: each is painted by code that the others do not come by.
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      paintCapsule(raster, BLACK, middle, middle, 10, middle + x * REACH, middle + y * REACH, 10 + 2 * y)
    }
  }
  raster.commit()
  const { seed } = widen(flood(raster, 0, side - 1), side)
  // Made as the real one is: code that meets another kind of object has to be compiled anew.
  pour(raster, { seed, edges: EVERYWHERE.edges, rows: EVERYWHERE.rows }, BLUE)
  raster.commit()
}

/** Safari has no idle time to give away; a moment between two events does as well. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act)
  else setTimeout(act, 50)
}
