import { DRAWING_AUTOSAVE } from '@inkling/mock-server/contract/constants'
import { local, type TextStorage } from '../platform/storage.ts'
import type { Board } from './board.ts'
import { loadDrawing, removeDrawing, type SavedDrawing, saveDrawing } from './saved-drawings.ts'

/** Strokes are saved at once. The picture takes longer to encode, so it waits for a pause. */
const PACK_AFTER_MS = 300

/** The turn that a drawing belongs to. */
export type SavedFor = Pick<SavedDrawing, 'turnId' | 'gameId' | 'word'>

/**
 * Saves a board's drawing: at the end of every stroke, every 5 seconds while it changes, and when the page is hidden
 * (spec section 9, Drawing autosave).
 */
export class Autosave {
  readonly #board: Board
  readonly #for: SavedFor
  readonly #box: TextStorage
  #canvasData = ''
  #isPacking = false
  #isStale = false
  #isRunning = false
  #packing: ReturnType<typeof setTimeout> | undefined
  #saving: ReturnType<typeof setTimeout> | undefined
  #stops: (() => void)[] = []

  constructor(board: Board, savedFor: SavedFor, box: TextStorage = local) {
    this.#board = board
    this.#for = savedFor
    this.#box = box
  }

  /** Restores this turn's drawing with pixels and undo. False when there is none. */
  restore(): boolean {
    const saved = loadDrawing(this.#box, this.#for.turnId, Date.now())
    if (!saved) return false
    this.#canvasData = saved.canvasData
    this.#board.load(saved.strokes, saved.undone)
    return true
  }

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    const { stepped, painted } = this.#board
    const saveIfStale = () => this.#isStale && this.save()
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveIfStale()
    const timer = setInterval(saveIfStale, DRAWING_AUTOSAVE.everyMs)
    window.addEventListener('pagehide', saveIfStale)
    document.addEventListener('visibilitychange', saveWhenHidden)
    this.#stops = [
      painted.listen(() => {
        this.#isStale = true
      }),
      stepped.listen(() => {
        // After the event that ended the stroke, since storage is slow and would delay input.
        clearTimeout(this.#saving)
        this.#saving = setTimeout(() => {
          saveIfStale()
          this.#packSoon()
        })
      }),
      () => clearTimeout(this.#packing),
      () => clearTimeout(this.#saving),
      () => clearInterval(timer),
      () => window.removeEventListener('pagehide', saveIfStale),
      () => document.removeEventListener('visibilitychange', saveWhenHidden),
    ]
  }

  /** Stops saving, after saving what is not yet saved. */
  stop(): void {
    if (this.#isRunning && this.#isStale) this.save()
    this.#isRunning = false
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Deletes the saved drawing and stops saving, because the drawing was submitted. */
  discard(): void {
    this.#isStale = false
    this.stop()
    removeDrawing(this.#box, this.#for.turnId)
  }

  /** Saves now, including a stroke in progress. */
  save(): void {
    const { steps, liveStroke } = this.#board.drawing
    this.#isStale = false
    saveDrawing(this.#box, {
      ...this.#for,
      canvasData: this.#canvasData,
      timestamp: Date.now(),
      strokes: liveStroke ? [...steps.done, liveStroke] : steps.done,
      undone: liveStroke ? [] : steps.undone,
    })
  }

  /** Encoding must not delay a hand that is between two strokes. */
  #packSoon(): void {
    clearTimeout(this.#packing)
    this.#packing = setTimeout(() => {
      if (this.#board.isDown || this.#isPacking) this.#packSoon()
      else void this.#pack()
    }, PACK_AFTER_MS)
  }

  /** Encodes the picture, and saves again with it. */
  async #pack(): Promise<void> {
    this.#isPacking = true
    try {
      const { drawingDataUrl } = await import('./export-drawing.ts')
      this.#canvasData = await drawingDataUrl(this.#board.drawing)
      if (this.#isRunning) this.save()
    } catch (error) {
      console.info('The picture beside the saved strokes could not be packed:', error)
    } finally {
      this.#isPacking = false
    }
  }
}
