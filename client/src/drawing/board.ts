import { CANVAS, PALETTE } from '@inkling/mock-server/contract/constants'
import { Drawing } from './drawing.ts'
import type { UndoStep } from './undo-step.ts'

export type Tool = 'pen' | 'eraser' | 'fill'

/** The selected tool, and which actions are available. */
export interface BoardState {
  readonly tool: Tool
  /** `#RRGGBB` */
  readonly color: string
  /** Brush size, 2 to 30; the eraser is twice as wide. */
  readonly size: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The number of completed strokes on the sheet. */
  readonly strokeCount: number
}

/** The maximum distance, in canvas pixels, between press and release of a fill. A longer one cancels it. */
const TAP_REACH = 12

/** The drawing with its tools, controlled by pointers, keys and buttons. */
export class Board {
  readonly drawing: Drawing
  /** Fires when pixels have changed. */
  readonly painted = new Signal()
  /** Fires when a step was added, undone or redone. */
  readonly stepped = new Signal()
  /** Fires when {@link state} has changed. */
  readonly changed = new Signal()
  #state: BoardState
  #tap: { x: number; y: number } | null = null
  #isDown = false

  constructor(drawing: Drawing = new Drawing()) {
    this.drawing = drawing
    this.#state = {
      tool: 'pen',
      color: PALETTE[0].hex,
      size: CANVAS.brush.default,
      canUndo: drawing.canUndo,
      canRedo: drawing.canRedo,
      strokeCount: drawing.strokes.length,
    }
  }

  get state(): BoardState {
    return this.#state
  }

  /** Whether a stroke is in progress, or a fill that starts on release. */
  get isDown(): boolean {
    return this.#isDown
  }

  setTool(tool: Tool): void {
    this.lift()
    this.#change({ tool })
  }

  /** Selects a colour. With the eraser, it also selects the pen. */
  setColor(color: string): void {
    this.lift()
    this.#change({ color, tool: this.#state.tool === 'eraser' ? 'pen' : this.#state.tool })
  }

  setSize(size: number): void {
    const { min, max } = CANVAS.brush
    this.#change({ size: Math.min(max, Math.max(min, Math.round(size))) })
  }

  /**
   * Presses the tool down.
   * @param pressure 0 to 1, for a pen
   * @param isTurned whether a pen touches with its eraser end
   */
  press(x: number, y: number, pressure?: number, isTurned = false): void {
    const { tool, color, size } = this.#state
    this.lift()
    this.#isDown = true
    if (tool === 'eraser' || isTurned) {
      const width = size * CANVAS.eraserFactor
      this.drawing.begin({ tool: 'eraser', color: CANVAS.background, size: width }, x, y, pressure)
    } else if (tool === 'pen') this.drawing.begin({ tool, color, size }, x, y, pressure)
    else this.#tap = { x, y }
    this.painted.emit()
  }

  move(x: number, y: number, pressure?: number): void {
    if (!this.#isDown) return
    if (this.#tap) {
      if (Math.hypot(x - this.#tap.x, y - this.#tap.y) > TAP_REACH) this.cancel()
      return
    }
    this.drawing.extend(x, y, pressure)
    this.painted.emit()
  }

  lift(): void {
    if (!this.#isDown) return
    const tap = this.#tap
    this.#rest()
    if (!tap) this.drawing.end()
    else if (!this.drawing.fill(tap.x, tap.y, this.#state.color)) return
    this.#step()
  }

  /** Discards the stroke in progress. */
  cancel(): void {
    if (!this.#isDown) return
    this.#rest()
    this.drawing.cancel()
    this.painted.emit()
  }

  undo(): boolean {
    this.#rest()
    return this.#stepIf(this.drawing.undo())
  }

  redo(): boolean {
    this.lift()
    return this.#stepIf(this.drawing.redo())
  }

  clear(): boolean {
    this.cancel()
    return this.#stepIf(this.drawing.clear())
  }

  load(done: readonly UndoStep[], undone: readonly UndoStep[]): void {
    this.#rest()
    this.drawing.load(done, undone)
    this.#step()
  }

  #rest(): void {
    this.#tap = null
    this.#isDown = false
  }

  #stepIf(happened: boolean): boolean {
    if (happened) this.#step()
    return happened
  }

  #step(): void {
    const { canUndo, canRedo, strokes } = this.drawing
    this.#change({ canUndo, canRedo, strokeCount: strokes.length })
    this.painted.emit()
    this.stepped.emit()
  }

  #change(change: Partial<BoardState>): void {
    this.#state = { ...this.#state, ...change }
    this.changed.emit()
  }
}

/** An event that listeners can subscribe to. */
class Signal {
  readonly #listeners = new Set<() => void>()

  /** @returns a function that unsubscribes. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(): void {
    for (const listener of this.#listeners) listener()
  }
}
