import type { ChainStep, GameResults } from '../../contract/schemas/results.ts'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { tierOf } from '../../contract/score-tiers.ts'
import type { Group } from '../players/group.ts'
import { hiddenFor, type People, person, stepKey, type Veil } from '../players/people.ts'
import type { Instant } from '../time/instant.ts'
import { activityOf, content, type Pictures } from './entry-content.ts'
import { type DrawingEntry, type Entry, type Game, playerOf } from './game.ts'
import { attemptViews } from './guess.ts'

/** Data for the results of a completed game. All of it may be shown. */
export interface ResultsData {
  game: Game
  people: People
  pictures: Pictures
  /** Strokes, keyed by the SHA-256 stored in drawing entries. */
  strokes: ReadonlyMap<string, Stroke[]>
  /** What the caller does not want to see. */
  veil: Veil
}

/**
 * Whether a signed-in player may see the results of a completed game: its participants may, and members of its group
 * who joined before the game's day ended (API.md, The day).
 */
export function maySeeResults(
  game: Game,
  group: Group | undefined,
  userId: string,
  gameDayEnd: Instant,
): boolean {
  if (playerOf(game, userId)) return true
  return group?.members.some((member) => member.userId === userId && member.joinedAt < gameDayEnd) ?? false
}

/** The last guess of the chain, even if a drawing follows it. Null if there is none. */
export function finalGuess(game: Game): string | null {
  const last = game.entries.findLast(({ type, hiddenAt }) => type === 'guess' && hiddenAt === undefined)
  return last?.type === 'guess' ? last.guess : null
}

/** The drawings of the chain that are not hidden. */
export const drawingsOf = (game: Game): DrawingEntry[] =>
  game.entries.filter((entry) => entry.type === 'drawing' && entry.hiddenAt === undefined) as DrawingEntry[]

/**
 * The results of a completed game.
 *
 * @param score similarity of the final guess to the starting word, 0 to 100; 0 without a guess (API.md, Results).
 */
export function gameResults(data: ResultsData, score: number): GameResults {
  const { game, people } = data
  const matchType = tierOf('match', score)
  const attempts = game.entries.flatMap((entry) =>
    entry.type === 'guess' && entry.hiddenAt === undefined ? attemptViews(entry.attempts) : [],
  )
  return {
    gameId: game.id,
    date: game.day,
    word: game.word,
    finalGuess: finalGuess(game),
    similarityScore: score,
    matchType,
    matchedWord: matchType === 'exact' || matchType === 'similar' ? game.word : null,
    totalAttempts: attempts.length,
    chain: chainSteps(data),
    guessAttempts: attempts,
    participants: game.players.map(({ userId }) => {
      const { username, avatar } = person(people, userId)
      return { username, avatar }
    }),
  }
}

export function chainSteps({ game, people, pictures, strokes, veil }: ResultsData): ChainStep[] {
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
      content: content(entry, pictures) ?? {},
      ...(entry.type === 'guess' && !isHidden && { similarityScore: scoreOf(entry) }),
      timeSpent: entry.timeSpent,
      ...(drawn && { strokes: drawn }),
      ...hiddenFor(isHidden, stepKey(game.id, stepIndex), entry.userId, veil),
    }
  })
}

const scoreOf = (entry: Extract<Entry, { type: 'guess' }>): number =>
  entry.attempts.find(({ guess }) => guess === entry.guess)?.score ?? 0
