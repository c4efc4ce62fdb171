import { DRAWING_AUTOSAVE } from '@inkling/mock-server/contract/constants'
import { KEY, type TextStorage } from '../platform/storage.ts'
import { isSteps, type UndoStep } from './undo-step.ts'

/*
 * Drawings that survive a closed tab (SCREENS.md, Local storage): one storage entry per turn. A drawing is restored
 * from its strokes; `canvasData` is there for other readers of the entry.
 */

export interface SavedDrawing {
  turnId: string
  gameId: string
  /** The picture as a PNG data URL. Encoded after a pause, so it may lack the latest strokes; empty at first. */
  canvasData: string
  /** Counts the changes of the drawing, in all tabs. */
  revision: number
  /** When it was saved, in ms since 1970 by this device's clock. */
  timestamp: number
  /** The prompt. */
  word: string | null
  strokes: readonly UndoStep[]
  /** Undone steps, in the order in which they are redone. */
  undone: readonly UndoStep[]
}

const keyOf = (turnId: string): string => KEY.savedDrawing + turnId

/**
 * Saves a turn's drawing, and deletes all but the most recent drawings. In a full storage, only this one is kept,
 * without its picture.
 * @returns whether it was saved
 */
export function saveDrawing(storage: TextStorage, saved: SavedDrawing): boolean {
  const key = keyOf(saved.turnId)
  if (!storage.keys().includes(key)) pruneDrawings(storage, saved.timestamp, DRAWING_AUTOSAVE.keep - 1)
  if (storage.set(key, serialize(saved))) return true
  for (const other of storage.keys()) {
    if (other !== key && other.startsWith(KEY.savedDrawing)) storage.remove(other)
  }
  return storage.set(key, serialize({ ...saved, canvasData: '' }))
}

/** The drawing of a turn; null if there is none that is valid and recent enough. */
export function loadDrawing(storage: TextStorage, turnId: string, now: number): SavedDrawing | null {
  pruneDrawings(storage, now)
  const saved = read(storage, keyOf(turnId))
  return saved?.turnId === turnId ? saved : null
}

/** The most recent drawing that is valid and recent enough, of any turn; null if there is none. */
export function latestDrawing(storage: TextStorage, now: number): SavedDrawing | null {
  pruneDrawings(storage, now)
  const kept = storage
    .keys()
    .filter((key) => key.startsWith(KEY.savedDrawing))
    .map((key) => read(storage, key))
  return kept.reduce((last, one) => ((one?.timestamp ?? 0) > (last?.timestamp ?? 0) ? one : last), null)
}

/** The revision of a turn's saved drawing, without parsing all of it; 0 if there is none. */
export function savedRevision(storage: TextStorage, turnId: string): number {
  return Number(/"revision":(\d+)/.exec(storage.get(keyOf(turnId)) ?? '')?.[1] ?? 0)
}

/** Whether a storage event reports a change of a turn's saved drawing. */
export const isDrawingOf = (turnId: string, { key }: StorageEvent): boolean => key === keyOf(turnId)

export function removeDrawing(storage: TextStorage, turnId: string): void {
  storage.remove(keyOf(turnId))
}

/** Deletes expired and unreadable drawings, and all but the most recent. */
export function pruneDrawings(storage: TextStorage, now: number, keep: number = DRAWING_AUTOSAVE.keep): void {
  const entries = storage
    .keys()
    .filter((key) => key.startsWith(KEY.savedDrawing))
    .map((key) => ({ key, timestamp: read(storage, key)?.timestamp ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => b.timestamp - a.timestamp)
  for (const [index, { key, timestamp }] of entries.entries()) {
    if (index >= keep || now - timestamp > DRAWING_AUTOSAVE.expiryMs) storage.remove(key)
  }
}

function read(storage: TextStorage, key: string): SavedDrawing | null {
  const text = storage.get(key)
  if (text === null) return null
  try {
    const saved: unknown = JSON.parse(text)
    if (isSavedDrawing(saved)) return saved
    throw new TypeError('The saved drawing has an unknown format')
  } catch (error) {
    console.info(`The saved drawing ${key} cannot be read and was removed:`, error)
    return null
  }
}

function isSavedDrawing(value: unknown): value is SavedDrawing {
  const { turnId, gameId, canvasData, revision, timestamp, word, strokes, undone } = Object(value) as Record<
    string,
    unknown
  >
  return (
    [turnId, gameId, canvasData, word ?? ''].every((text) => typeof text === 'string') &&
    typeof timestamp === 'number' &&
    typeof revision === 'number' &&
    isSteps(strokes) &&
    isSteps(undone)
  )
}

/** Cache of serialised steps: steps are immutable, and the drawing is saved after each one. */
const written = new WeakMap<UndoStep, string>()

function serialize({ strokes, undone, revision, ...rest }: SavedDrawing): string {
  const list = (steps: readonly UndoStep[]) => `[${steps.map(write).join(',')}]`
  // The revision comes first, so that it is found without parsing the rest.
  return `${JSON.stringify({ revision, ...rest }).slice(0, -1)},"strokes":${list(strokes)},"undone":${list(undone)}}`
}

function write(one: UndoStep): string {
  const text = written.get(one) ?? JSON.stringify(one)
  written.set(one, text)
  return text
}
