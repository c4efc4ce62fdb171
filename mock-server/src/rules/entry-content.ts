import type { Activity, EntryContent, TurnType } from '../contract/schemas/game.ts'
import type { Entry } from './game.ts'

/** Base64 PNGs, keyed by the SHA-256 stored in drawing entries. */
export type Pictures = ReadonlyMap<string, string>

export const activityOf = (type: TurnType): Activity => (type === 'drawing' ? 'drawing' : 'guessing')

/**
 * An entry's drawing or guess; null if there is no entry.
 *
 * @throws Error if the entry's drawing is missing from `pictures`.
 */
export function content(entry: Entry | undefined, pictures: Pictures): EntryContent | null {
  if (!entry) return null
  if (entry.type === 'guess') return { guess: entry.guess }
  const drawing = pictures.get(entry.drawing)
  if (drawing === undefined) throw new Error(`Drawing ${entry.drawing} was not loaded for this view`)
  return { drawing }
}
