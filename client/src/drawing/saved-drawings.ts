import { DRAWING_AUTOSAVE } from '@inkling/mock-server/contract/constants'
import { type Box, KEY } from '../platform/storage.ts'
import { isSteps, type Step } from './step.ts'

/*
 * Drawings that outlive their tab (spec sections 3, 5 and 9): one storage entry for each turn. The strokes are what a
 * drawing is brought back from; `canvasData` shows it to readers of the entry that do not know strokes.
 */

export interface SavedDrawing {
  turnId: string
  gameId: string
  /** The picture as a PNG data URL, at most a stroke older than the strokes; empty before the first. */
  canvasData: string
  /** When it was saved: ms since 1970 by this device's clock. */
  timestamp: number
  /** What was to be drawn. */
  word: string | null
  strokes: readonly Step[]
  /** What was undone and can be redone, the next first. */
  undone: readonly Step[]
}

const keyOf = (turnId: string): string => KEY.savedDrawing + turnId

/** Replaces a turn's saved drawing, and removes those beyond the most recent. */
export function saveDrawing(box: Box, saved: SavedDrawing): void {
  const key = keyOf(saved.turnId)
  if (!box.keys().includes(key)) pruneDrawings(box, saved.timestamp, DRAWING_AUTOSAVE.keep - 1)
  box.set(key, serialize(saved))
}

/** The drawing of a turn; null when there is none that is whole and young enough. */
export function loadDrawing(box: Box, turnId: string, now: number): SavedDrawing | null {
  pruneDrawings(box, now)
  const saved = read(box, keyOf(turnId))
  return saved?.turnId === turnId ? saved : null
}

export function removeDrawing(box: Box, turnId: string): void {
  box.remove(keyOf(turnId))
}

/** Discards what has expired or cannot be read, and all but the most recent. */
export function pruneDrawings(box: Box, now: number, keep: number = DRAWING_AUTOSAVE.keep): void {
  const entries = box
    .keys()
    .filter((key) => key.startsWith(KEY.savedDrawing))
    .map((key) => ({ key, timestamp: read(box, key)?.timestamp ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => b.timestamp - a.timestamp)
  for (const [index, { key, timestamp }] of entries.entries()) {
    if (index >= keep || now - timestamp > DRAWING_AUTOSAVE.expiryMs) box.remove(key)
  }
}

function read(box: Box, key: string): SavedDrawing | null {
  const text = box.get(key)
  if (text === null) return null
  try {
    const saved: unknown = JSON.parse(text)
    if (isSavedDrawing(saved)) return saved
    throw new TypeError('It is no drawing, or of another version')
  } catch (error) {
    console.info(`The saved drawing ${key} cannot be read and is let go:`, error)
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

/** Steps never change once they are made, and a drawing is saved after each: each is written out once. */
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
