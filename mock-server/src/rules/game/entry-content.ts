import type { Activity, EntryContent, TurnType } from '../../contract/schemas/game.ts'
import type { Entry, GuessEntry } from './game.ts'

/** Base64 PNGs, keyed by the SHA-256 stored in drawing entries. */
export type Pictures = ReadonlyMap<string, string>

/** The key of the picture that replaces hidden drawings. */
export const HIDDEN = 'hidden'

export const activityOf = (type: TurnType): Activity => (type === 'drawing' ? 'drawing' : 'guessing')

/** The guess, or what replaces it if it is hidden for everybody. */
export const shownGuess = ({ guess, hiddenAt }: GuessEntry): string =>
  hiddenAt === undefined ? guess : 'removed'

/** The key of an entry's drawing in {@link Pictures}; undefined for a guess. */
export function pictureKey(entry: Entry | undefined): string | undefined {
  if (entry?.type !== 'drawing') return undefined
  return entry.hiddenAt === undefined ? entry.drawing : HIDDEN
}

/**
 * An entry's drawing or guess, or what replaces it if it is hidden for everybody; null if there is no entry.
 *
 * @throws Error if the entry's drawing is missing from `pictures`.
 */
export function content(entry: Entry | undefined, pictures: Pictures): EntryContent | null {
  if (!entry) return null
  if (entry.type === 'guess') return { guess: shownGuess(entry) }
  const drawing = pictures.get(pictureKey(entry) ?? '')
  if (drawing === undefined) throw new Error(`Drawing ${entry.drawing} was not loaded for this view`)
  return { drawing }
}
