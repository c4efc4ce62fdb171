import type { Activity, EntryContent, TurnType } from '../../contract/schemas/game.ts'
import type { ChainStep } from '../../contract/schemas/results.ts'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { hiddenFor, type People, person, stepKey, type Veil } from '../players/people.ts'
import type { Entry, Game, GuessEntry } from './game.ts'
import { attemptViews } from './guess.ts'
import { isHouse } from './house.ts'

/* Entries of a game as players see them. */

/** Base64 PNGs, keyed by the SHA-256 stored in drawing entries. */
export type Pictures = ReadonlyMap<string, string>

/** The key of the picture that replaces hidden drawings. */
export const HIDDEN = 'hidden'

export const activityOf = (type: TurnType): Activity => (type === 'drawing' ? 'drawing' : 'guessing')

/** The guess, or what replaces it if it is hidden for everybody. */
export const shownGuess = ({ guess, hiddenAt }: GuessEntry): string =>
  hiddenAt === undefined ? guess : 'removed'

/** The attempts, or what replaces their guesses if the entry is hidden for everybody. */
export const shownAttempts = (entry: GuessEntry) =>
  attemptViews(
    entry.hiddenAt === undefined
      ? entry.attempts
      : entry.attempts.map((attempt) => ({ ...attempt, guess: shownGuess(entry) })),
  )

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

/** The data of {@link chainSteps}. All pictures and strokes may be shown. */
export interface ResultsData {
  game: Game
  people: People
  pictures: Pictures
  /** Strokes, keyed by the SHA-256 stored in drawing entries. */
  strokes: ReadonlyMap<string, Stroke[]>
  /** What the caller does not want to see. */
  veil: Veil
  /** The caller; null if they are no player. */
  viewerId: string | null
}

/** The chain of a completed game. */
export function chainSteps({ game, people, pictures, strokes, veil, viewerId }: ResultsData): ChainStep[] {
  return game.entries.map((entry, stepIndex) => {
    const { username, avatar } = person(people, entry.userId)
    const isHidden = entry.hiddenAt !== undefined
    const drawn =
      entry.type === 'drawing' && entry.strokes && !isHidden ? strokes.get(entry.strokes) : undefined
    return {
      stepIndex,
      type: activityOf(entry.type),
      userId: entry.userId,
      username,
      avatar,
      ...(isHouse(entry.userId) && { house: true as const }),
      content: content(entry, pictures) ?? {},
      ...(entry.type === 'guess' && { similarityScore: scoreOf(entry) }),
      timeSpent: entry.timeSpent,
      ...(drawn && { strokes: drawn }),
      ...hiddenFor(isHidden, stepKey(game.id, stepIndex), entry.userId, veil),
      ...(entry.review && entry.userId === viewerId && { review: entry.review }),
    }
  })
}

const scoreOf = (entry: GuessEntry): number =>
  entry.attempts.find(({ guess }) => guess === entry.guess)?.score ?? 0
