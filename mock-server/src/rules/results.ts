import { matchTypeOf } from '../contract/match-categories.ts'
import type { ChainStep, GameResults } from '../contract/schemas/results.ts'
import type { Stroke } from '../contract/schemas/strokes.ts'
import { type DrawingEntry, type Entry, type Game, playerOf } from './game.ts'
import type { Group } from './group.ts'
import { attemptViews } from './guess.ts'
import type { Instant } from './instant.ts'
import { activityOf, content, type People, type Pictures, person } from './views/player-view.ts'

/** Data for the results of a completed game. All of it may be shown. */
export interface ResultsScene {
  game: Game
  people: People
  pictures: Pictures
  /** Strokes, keyed by the SHA-256 stored in drawing entries. */
  strokes: ReadonlyMap<string, Stroke[]>
}

/**
 * Whether a signed-in player may see the results of a completed game: its participants, and those who were members of
 * its group before its day ended (api.md, The day and its games, Small print).
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

/** The last guess of the chain, even if a drawing follows it (api.md, Small print). Null without guesses. */
export function finalGuess(game: Game): string | null {
  const last = game.entries.findLast((entry) => entry.type === 'guess')
  return last?.type === 'guess' ? last.guess : null
}

/** Every drawing of the chain, so that pictures and strokes can be loaded. */
export const drawingsOf = (game: Game): DrawingEntry[] =>
  game.entries.filter((entry) => entry.type === 'drawing')

/**
 * The results of a completed game. `score` compares the final guess with the starting word; it is 0 without a guess
 * (api.md, GameResults).
 */
export function gameResults(scene: ResultsScene, score: number): GameResults {
  const { game, people } = scene
  const matchType = matchTypeOf(score)
  const attempts = game.entries.flatMap((entry) =>
    entry.type === 'guess' ? attemptViews(entry.attempts) : [],
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
    chain: chainSteps(scene),
    guessAttempts: attempts,
    participants: game.players.map(({ userId }) => {
      const { username, avatar } = person(people, userId)
      return { username, avatar }
    }),
  }
}

export function chainSteps({ game, people, pictures, strokes }: ResultsScene): ChainStep[] {
  return game.entries.map((entry, stepIndex) => {
    const { username, avatar } = person(people, entry.userId)
    const how = entry.type === 'drawing' && entry.strokes ? strokes.get(entry.strokes) : undefined
    return {
      stepIndex,
      type: activityOf(entry.type),
      userId: entry.userId,
      username,
      avatar,
      content: content(entry, pictures) ?? {},
      ...(entry.type === 'guess' && { similarityScore: scoreOf(entry) }),
      timeSpent: entry.timeSpent,
      ...(how && { strokes: how }),
    }
  })
}

const scoreOf = (entry: Extract<Entry, { type: 'guess' }>): number =>
  entry.attempts.find(({ guess }) => guess === entry.guess)?.score ?? 0
