import { DRAWING_AUTOSAVE } from '@inkling/mock-server/contract/constants'
import { local, reportTrouble, type TextStorage } from '../platform/storage.ts'
import type { Board } from './board.ts'
import {
  isDrawingOf,
  loadDrawing,
  removeDrawing,
  type SavedDrawing,
  saveDrawing,
  savedRevision,
} from './saved-drawings.ts'

/** Strokes are saved immediately. The picture takes longer to encode, so it waits for a pause. */
const ENCODE_AFTER_MS = 300

/** The turn of a saved drawing. */
export type SavedFor = Pick<SavedDrawing, 'turnId' | 'gameId' | 'word'>

/**
 * Saves a board's drawing: at the end of every stroke, every 5 seconds while it changes, and when the page is hidden
 * (SCREENS.md, Local storage). If another tab has saved a newer one, that one replaces the drawing of this tab
 * when the tab comes to the front, and it is never overwritten by an older one.
 */
export class Autosave {
  readonly #board: Board
  readonly #for: SavedFor
  readonly #storage: TextStorage
  #canvasData = ''
  /** That of the saved drawing which the board shows or continues. */
  #revision = 0
  #isLoading = false
  #isEncoding = false
  #isStale = false
  #isRunning = false
  #encoding: ReturnType<typeof setTimeout> | undefined
  #saving: ReturnType<typeof setTimeout> | undefined
  #stops: (() => void)[] = []

  constructor(board: Board, savedFor: SavedFor, storage: TextStorage = local) {
    this.#board = board
    this.#for = savedFor
    this.#storage = storage
  }

  /** Restores this turn's drawing with pixels and undo steps. Returns false if none is saved. */
  restore(): boolean {
    const saved = loadDrawing(this.#storage, this.#for.turnId, Date.now())
    if (!saved) return false
    this.#canvasData = saved.canvasData
    this.#revision = saved.revision
    this.#isLoading = true
    this.#board.load(saved.strokes, saved.undone)
    this.#isLoading = false
    this.#isStale = false
    return true
  }

  /** Replaces the board's drawing with a newer one of another tab, except during a stroke. */
  #takeOver(): void {
    if (!this.#board.isDown && this.#isOutdated()) this.restore()
  }

  #isOutdated = (): boolean => savedRevision(this.#storage, this.#for.turnId) > this.#revision

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    const { stepped, painted } = this.#board
    const saveIfStale = () => this.#isStale && this.save()
    const onVisibility = () => (document.visibilityState === 'hidden' ? saveIfStale() : this.#takeOver())
    const onFocus = () => this.#takeOver()
    const onStorage = (event: StorageEvent) => isDrawingOf(this.#for.turnId, event) && this.#takeOver()
    const timer = setInterval(saveIfStale, DRAWING_AUTOSAVE.everyMs)
    window.addEventListener('pagehide', saveIfStale)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('focus', onFocus)
    window.addEventListener('storage', onStorage)
    this.#stops = [
      painted.listen(() => {
        if (!this.#isLoading) this.#isStale = true
      }),
      stepped.listen(() => {
        if (this.#isLoading) return
        // In a later task, because storage is slow and would delay input events.
        clearTimeout(this.#saving)
        this.#saving = setTimeout(() => {
          saveIfStale()
          this.#encodeSoon()
        })
      }),
      () => clearTimeout(this.#encoding),
      () => clearTimeout(this.#saving),
      () => clearInterval(timer),
      () => window.removeEventListener('pagehide', saveIfStale),
      () => document.removeEventListener('visibilitychange', onVisibility),
      () => window.removeEventListener('focus', onFocus),
      () => window.removeEventListener('storage', onStorage),
    ]
  }

  /** Saves unsaved changes and stops. */
  stop(): void {
    if (this.#isRunning && this.#isStale) this.save()
    this.#isRunning = false
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Deletes the saved drawing and stops. Called after the drawing was submitted. */
  discard(): void {
    this.#isStale = false
    this.stop()
    removeDrawing(this.#storage, this.#for.turnId)
  }

  /** Saves now, including a stroke in progress, unless another tab has saved a newer drawing. */
  save(): void {
    if (this.#isOutdated()) {
      this.#takeOver()
      return
    }
    const { steps, liveStroke } = this.#board.drawing
    if (this.#isStale) this.#revision++
    this.#isStale = false
    const isSaved = saveDrawing(this.#storage, {
      ...this.#for,
      canvasData: this.#canvasData,
      revision: this.#revision,
      timestamp: Date.now(),
      strokes: liveStroke ? [...steps.done, liveStroke] : steps.done,
      undone: liveStroke ? [] : steps.undone,
    })
    if (!isSaved) reportTrouble('full')
  }

  /** Waits for a pause, so that encoding does not delay the next stroke. */
  #encodeSoon(): void {
    clearTimeout(this.#encoding)
    this.#encoding = setTimeout(() => {
      if (this.#board.isDown || this.#isEncoding) this.#encodeSoon()
      else void this.#encode()
    }, ENCODE_AFTER_MS)
  }

  /** Encodes the picture and saves the drawing with it. */
  async #encode(): Promise<void> {
    this.#isEncoding = true
    try {
      const { drawingDataUrl } = await import('./export-drawing.ts')
      this.#canvasData = await drawingDataUrl(this.#board.drawing)
      if (this.#isRunning) this.save()
    } catch (error) {
      console.info('The picture of the saved drawing could not be encoded:', error)
    } finally {
      this.#isEncoding = false
    }
  }
}
