import { CANVAS } from '@inkling/mock-server/contract/constants'
import { paintCapsule } from '@inkling/mock-server/picture/painting/capsule'
import { pixelOf } from '@inkling/mock-server/picture/painting/color'
import { flood, widen } from '@inkling/mock-server/picture/painting/flood'
import { pour } from '@inkling/mock-server/picture/painting/pour'
import { Raster } from '@inkling/mock-server/picture/painting/raster'

/** Small enough that a player does not notice a round. */
const SIDE = 100
const ROUNDS = 20
const [BLACK, BLUE] = [pixelOf('#000000'), pixelOf('#366EFB')]
/** An area with one run over the whole width in each row. */
const EVERYWHERE = {
  edges: Array.from({ length: CANVAS.size }, () => [0, CANVAS.size - 1]).flat(),
  rows: Int32Array.from({ length: CANVAS.size + 1 }, (_, row) => 2 * row),
}

/**
 * Runs fills on an invisible sheet in idle time, so that the browser compiles the code. Otherwise the first two fills
 * on a slow phone take three times as long as later ones. Strokes do not need this.
 * @param isBusy no round starts while it returns true
 * @param signal stops the rounds
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

/** Draws a line on a new sheet and a fill around it. */
export function runWarmUpRound(raster: Raster): void {
  const { side } = raster
  const middle = CANVAS.size / 2
  raster.reset(null)
  paintCapsule(raster, BLACK, middle, middle, 10, middle + 100, middle - 100, 10)
  raster.commit()
  const { seed } = widen(flood(raster, 0, side - 1), side)
  // The same object shape as in a real fill: V8 compiles the code again for a new shape.
  pour(raster, { seed, edges: EVERYWHERE.edges, rows: EVERYWHERE.rows }, BLUE)
  raster.commit()
}

/** Safari has no idle callbacks, so it gets a timeout. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act)
  else setTimeout(act, 50)
}
