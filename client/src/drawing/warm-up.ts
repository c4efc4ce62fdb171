import { CANVAS } from '@inkling/mock-server/contract/constants'
import { paintCapsule } from './capsule.ts'
import { pixelOf } from './color.ts'
import { flood, widen } from './flood.ts'
import { pour } from './pour.ts'
import { Raster } from './raster.ts'

/** Small enough that a round is over before a player notices. */
const SIDE = 100
const ROUNDS = 20
const [BLACK, BLUE] = [pixelOf('#000000'), pixelOf('#366EFB')]
/** In each row, a run over the whole width. */
const EVERYWHERE = {
  edges: Array.from({ length: CANVAS.size }, () => [0, CANVAS.size - 1]).flat(),
  rows: Int32Array.from({ length: CANVAS.size + 1 }, (_, row) => 2 * row),
}

/**
 * Runs fills on an invisible sheet in idle time, so that the browser compiles the code. Otherwise the first two fills
 * on a slow phone take three times as long as later ones. Strokes do not need this.
 * @param isBusy no round starts while it returns true
 * @param signal stops it
 */
export function warmUp(isBusy: () => boolean, signal: AbortSignal): void {
  const raster = new Raster(SIDE)
  let rounds = 0
  whenIdle(next)

  function next(): void {
    if (signal.aborted) return
    if (!isBusy()) {
      runWarmUpRound(raster)
      rounds++
    }
    if (rounds < ROUNDS) whenIdle(next)
  }
}

/** A line on a new sheet, and a fill around it. */
export function runWarmUpRound(raster: Raster): void {
  const { side } = raster
  const middle = CANVAS.size / 2
  raster.reset(null)
  paintCapsule(raster, BLACK, middle, middle, 10, middle + 100, middle - 100, 10)
  raster.commit()
  const { seed } = widen(flood(raster, 0, side - 1), side)
  // Has the same shape as the real object: code that meets a new shape is compiled again.
  pour(raster, { seed, edges: EVERYWHERE.edges, rows: EVERYWHERE.rows }, BLUE)
  raster.commit()
}

/** Safari has no idle callbacks; a timeout between two events does as well. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act)
  else setTimeout(act, 50)
}
