import type { GameResults } from '../../contract/schemas/results.ts'
import { tierOf } from '../../contract/score-tiers.ts'
import type { Group } from '../players/group.ts'
import { type People, person } from '../players/people.ts'
import type { Instant } from '../time/instant.ts'
import { type DrawingEntry, type Game, type GuessEntry, playerOf } from './game.ts'
import { shownAttempts, shownGuess } from './shown-entries.ts'

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

/**
 * Whether anyone with the link may see the results of a completed game. A group decides for all of its games at once;
 * when it ends, `keepPublic` stores its last decision with them.
 *
 * @param group the game's group, if it still exists
 */
export function arePublic({ kind, publicResults }: Game, group: Group | undefined): boolean {
  if (kind === 'public') return true
  return group ? group.publicResults !== false : publicResults === true
}

/**
 * The last guess of the chain, even if a drawing follows it. Undefined if there is none. It stays the final guess when it
 * is hidden, so that hiding changes no score.
 */
export const finalGuess = (game: Game): GuessEntry | undefined =>
  game.entries.findLast((entry): entry is GuessEntry => entry.type === 'guess')

/** The drawings of the chain that are not hidden. */
export const drawingsOf = (game: Game): DrawingEntry[] =>
  game.entries.filter((entry) => entry.type === 'drawing' && entry.hiddenAt === undefined) as DrawingEntry[]

/**
 * The results of a completed game, without the chain.
 *
 * @param score similarity of the final guess to the starting word, 0 to 100; 0 without a guess (API.md, Results).
 */
export function outcome(game: Game, people: People, score: number): Omit<GameResults, 'chain'> {
  const matchType = tierOf('match', score)
  const attempts = game.entries.flatMap((entry, stepIndex) =>
    entry.type === 'guess' ? shownAttempts(entry).map((attempt) => ({ ...attempt, stepIndex })) : [],
  )
  const last = finalGuess(game)
  return {
    gameId: game.id,
    date: game.day,
    word: game.word,
    finalGuess: last ? shownGuess(last) : null,
    similarityScore: score,
    matchType,
    matchedWord: matchType === 'exact' || matchType === 'similar' ? game.word : null,
    totalAttempts: attempts.length,
    guessAttempts: attempts,
    participants: game.players.map(({ userId }) => {
      const { username, avatar } = person(people, userId)
      return { username, avatar }
    }),
  }
}
