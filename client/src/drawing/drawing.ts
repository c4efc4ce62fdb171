import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { fillOf, paintStroke, strokePath } from '@inkling/mock-server/picture/painting/paint-stroke'
import { Raster } from '@inkling/mock-server/picture/painting/raster'
import type { StrokePath } from '@inkling/mock-server/picture/painting/stroke-path'
import { UndoHistory } from './undo-history.ts'
import { UndoPixels } from './undo-pixels.ts'
import { type UndoStep, visibleStrokes } from './undo-step.ts'

/** Points are rounded to a tenth of a canvas pixel: finer than any screen shows, and compact to store. */
const STEPS_PER_PIXEL = 10
/** The contract's maximum number of points. A longer stroke continues as a new one. */
const MAX_POINTS = 10_000

export interface Line {
  tool: 'pen' | 'eraser'
  /** `#RRGGBB` */
  color: string
  /** Width in canvas pixels; for an eraser already twice the brush size. */
  size: number
}

/**
 * A drawing in progress: strokes as vectors, painted immediately on the 350 x 350 picture to submit and on the raster
 * for the screen. Callers copy the pixels to a canvas. Coordinates are canvas pixels.
 */
export class Drawing {
  #picture = new Raster(CANVAS.size)
  #screen: Raster
  #history = new UndoHistory<UndoStep>()
  #memory = new UndoPixels()
  #live: { line: Line; stroke: Stroke; path: StrokePath } | null = null
  /** The deferred part of the last fill. */
  #rest: (() => void) | null = null

  constructor(screenSide: number = CANVAS.size) {
    this.#screen = new Raster(screenSide)
  }

  /** The picture to submit. The same strokes give the same picture on every device. */
  get picture(): Raster {
    this.completeFill()
    return this.#picture
  }

  /** The raster for the screen. Its `stale` bounds are the area to redraw. */
  get screen(): Raster {
    return this.#screen
  }

  /** Done and undone steps, in order. {@link load} restores a drawing from them. */
  get steps(): { done: readonly UndoStep[]; undone: readonly UndoStep[] } {
    return { done: this.#history.done, undone: this.#history.undone }
  }

  /** The visible strokes, except the one in progress. */
  get strokes(): Stroke[] {
    return visibleStrokes(this.#history.done)
  }

  /** A copy of the stroke in progress. */
  get liveStroke(): Stroke | null {
    return this.#live && { ...this.#live.stroke, points: [...this.#live.stroke.points] }
  }

  /** The last point of the stroke in progress. */
  get liveEnd(): readonly number[] | undefined {
    return this.#live?.stroke.points.at(-1)
  }

  get canUndo(): boolean {
    return this.#history.canUndo
  }

  get canRedo(): boolean {
    return this.#history.canRedo
  }

  /** Starts a stroke; ends one in progress. */
  begin(line: Line, x: number, y: number, pressure?: number): void {
    this.end()
    const stroke: Stroke = { ...line, points: [] }
    this.#live = { line, stroke, path: strokePath(stroke, this.#rasters) }
    this.extend(x, y, pressure)
  }

  /** Moves the pen. `pressure` is 0 to 1, or undefined for a mouse or finger. */
  extend(x: number, y: number, pressure?: number): void {
    if (!this.#live) return
    const { line, stroke, path } = this.#live
    const point = [rounded(x), rounded(y)]
    const last = stroke.points.at(-1)
    if (last && last[0] === point[0] && last[1] === point[1]) return
    if (stroke.points.length >= MAX_POINTS) {
      const [lastX = x, lastY = y, lastPressure] = last ?? []
      this.begin(line, lastX, lastY, lastPressure)
      this.extend(x, y, pressure)
      return
    }
    if (pressure !== undefined) point.push(Math.round(Math.min(1, Math.max(0, pressure)) * 100) / 100)
    stroke.points.push(point)
    path.add(point[0] ?? 0, point[1] ?? 0, point[2])
  }

  /** Lifts the pen and adds the stroke as a step. */
  end(): void {
    this.completeFill()
    if (!this.#live) return
    const { stroke, path } = this.#live
    this.#live = null
    path.end()
    this.#addStep(stroke)
  }

  /** Discards the stroke in progress. */
  cancel(): void {
    this.completeFill()
    if (!this.#live) return
    this.#live = null
    for (const raster of this.#rasters) raster.rollback()
  }

  /**
   * Fills the area around a point, at first only on the screen: see {@link completeFill}. Returns false if it would
   * change nothing.
   */
  fill(x: number, y: number, color: string): boolean {
    this.end()
    const stroke: Stroke = { tool: 'fill', color, size: 1, points: [[rounded(x), rounded(y)]] }
    const paint = fillOf(this.#picture, stroke)
    if (!paint) return false
    paint(this.#screen)
    this.#history.push(stroke)
    this.#rest = () => {
      paint(this.#picture)
      this.#commit(this.#history.count)
    }
    return true
  }

  /**
   * Completes the last fill: the picture to submit and the undo data, which are not visible. Methods that need them
   * call this; calling it between two frames avoids a delay later.
   */
  completeFill(): void {
    this.#rest?.()
    this.#rest = null
  }

  /** Clears the sheet. Returns false if it is already blank. */
  clear(): boolean {
    this.cancel()
    if (this.strokes.length === 0) return false
    this.#paint({ tool: 'clear' })
    this.#addStep({ tool: 'clear' })
    return true
  }

  undo(): boolean {
    this.completeFill()
    if (this.#live) {
      this.cancel()
      return true
    }
    const step = this.#history.undo()
    if (step === null) return false
    const patches = this.#memory.recall(step)
    if (!patches) this.#rebuild()
    else for (const [index, patch] of patches.entries()) this.#rasters[index]?.restore(patch)
    return true
  }

  redo(): boolean {
    this.end()
    const step = this.#history.redo()
    if (!step) return false
    this.#paint(step)
    this.#commit(this.#history.count)
    return true
  }

  /** Replaces the drawing and its history. */
  load(done: readonly UndoStep[], undone: readonly UndoStep[] = []): void {
    this.cancel()
    this.#history.load(done, undone)
    this.#memory.forgetFrom(0)
    this.#rebuild()
  }

  /** Repaints the drawing for another screen resolution; ends a stroke in progress. */
  resize(screenSide: number): void {
    if (screenSide === this.#screen.side) return
    this.end()
    this.#screen = new Raster(screenSide)
    this.#memory.forgetFrom(0)
    this.#rebuild()
  }

  get #rasters(): readonly [Raster, Raster] {
    return [this.#picture, this.#screen]
  }

  #addStep(step: UndoStep): void {
    this.#history.push(step)
    this.#commit(this.#history.count)
  }

  #commit(count: number): void {
    const patches = this.#rasters.map((raster) => raster.commit())
    this.#memory.remember(count, patches, this.#rasters)
  }

  #paint(step: UndoStep): void {
    if (step.tool === 'clear') for (const raster of this.#rasters) raster.wipe()
    else paintStroke(step, this.#rasters)
  }

  /** Repaints all steps from the nearest checkpoint. */
  #rebuild(): void {
    const { done } = this.#history
    const checkpoint = this.#memory.checkpoint(done.length)
    this.#rasters.forEach((raster, index) => {
      raster.reset(checkpoint?.pictures[index] ?? null)
    })
    const from = checkpoint?.count ?? 0
    this.#memory.forgetFrom(from)
    done.slice(from).forEach((step, index) => {
      this.#paint(step)
      this.#commit(from + index + 1)
    })
  }
}

/** Rounds a coordinate, and clamps it to the contract's range: one canvas size beyond each edge. */
function rounded(value: number): number {
  const clamped = Math.min(2 * CANVAS.size, Math.max(-CANVAS.size, value))
  return Math.round(clamped * STEPS_PER_PIXEL) / STEPS_PER_PIXEL
}
