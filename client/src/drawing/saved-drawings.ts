import { DRAWING_AUTOSAVE } from '@inkling/mock-server/contract/constants'
import { KEY, type TextStorage } from '../platform/storage.ts'
import { isSteps, type Step } from './step.ts'

/*
 * Drawings that survive a closed tab (spec sections 3, 5 and 9): one storage entry per turn. A drawing is restored
 * from its strokes; `canvasData` is for readers that do not know strokes.
 */

export interface SavedDrawing {
  turnId: string
  gameId: string
  /** The picture as a PNG data URL, at most one stroke older than the strokes; empty before the first one. */
  canvasData: string
  /** When it was saved: ms since 1970 by this device's clock. */
  timestamp: number
  /** The prompt. */
  word: string | null
  strokes: readonly Step[]
  /** Undone steps that can be redone, next one first. */
  undone: readonly Step[]
}

const keyOf = (turnId: string): string => KEY.savedDrawing + turnId

/** Saves a turn's drawing, and removes all but the most recent ones. */
export function saveDrawing(box: TextStorage, saved: SavedDrawing): void {
  const key = keyOf(saved.turnId)
  if (!box.keys().includes(key)) pruneDrawings(box, saved.timestamp, DRAWING_AUTOSAVE.keep - 1)
  box.set(key, serialize(saved))
}

/** The drawing of a turn; null when there is none that is valid and recent enough. */
export function loadDrawing(box: TextStorage, turnId: string, now: number): SavedDrawing | null {
  pruneDrawings(box, now)
  const saved = read(box, keyOf(turnId))
  return saved?.turnId === turnId ? saved : null
}

export function removeDrawing(box: TextStorage, turnId: string): void {
  box.remove(keyOf(turnId))
}

/** Removes expired and unreadable entries, and all but the most recent. */
export function pruneDrawings(box: TextStorage, now: number, keep: number = DRAWING_AUTOSAVE.keep): void {
  const entries = box
    .keys()
    .filter((key) => key.startsWith(KEY.savedDrawing))
    .map((key) => ({ key, timestamp: read(box, key)?.timestamp ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => b.timestamp - a.timestamp)
  for (const [index, { key, timestamp }] of entries.entries()) {
    if (index >= keep || now - timestamp > DRAWING_AUTOSAVE.expiryMs) box.remove(key)
  }
}

function read(box: TextStorage, key: string): SavedDrawing | null {
  const text = box.get(key)
  if (text === null) return null
  try {
    const saved: unknown = JSON.parse(text)
    if (isSavedDrawing(saved)) return saved
    throw new TypeError('The saved drawing has another version or form')
  } catch (error) {
    console.info(`The saved drawing ${key} cannot be read and was removed:`, error)
    return null
  }
}

function isSavedDrawing(value: unknown): value is SavedDrawing {
  const { turnId, gameId, canvasData, timestamp, word, strokes, undone } = Object(value) as Record<
    string,
    unknown
  >
  return (
    [turnId, gameId, canvasData, word ?? ''].every((text) => typeof text === 'string') &&
    typeof timestamp === 'number' &&
    isSteps(strokes) &&
    isSteps(undone)
  )
}

/** Cache of serialised steps: steps never change, and the drawing is saved after each one. */
const written = new WeakMap<Step, string>()

function serialize({ strokes, undone, ...rest }: SavedDrawing): string {
  const list = (steps: readonly Step[]) => `[${steps.map(write).join(',')}]`
  return `${JSON.stringify(rest).slice(0, -1)},"strokes":${list(strokes)},"undone":${list(undone)}}`
}

function write(one: Step): string {
  const text = written.get(one) ?? JSON.stringify(one)
  written.set(one, text)
  return text
}
