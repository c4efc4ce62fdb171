import { GUESS } from '../../contract/constants.ts'
import { CATEGORY_MESSAGE, CORRECT_FROM, type MatchCategory } from '../../contract/match-categories.ts'
import type { GuessAttempt } from '../../contract/schemas/game.ts'
import { allow, type Ruling, refuse } from '../refusal.ts'
import type { Instant } from '../time/instant.ts'
import type { Attempt, Game, Turn } from './game.ts'
import { promptAt } from './game.ts'
import { highestScore } from './highest-score.ts'
import { heldTurn } from './turn.ts'

/** The prompt that attempts of the current turn are scored against. */
export const answerOf = (game: Game): string => promptAt(game, game.entries.length)

/** Records one attempt, already scored against {@link answerOf}. Refused when no attempts are left. */
export function attemptGuess(
  game: Game,
  userId: string,
  { guess, score, category }: { guess: string; score: number; category: MatchCategory },
  now: Instant,
): Ruling<Game> {
  const held = heldTurn(game, userId, now)
  if (!held.ok) return held
  const turn = held.value
  if (turn.type !== 'guess') return refuse('CONFLICT', 'This turn is a drawing, not a guess')
  if (guessingIsOver(turn.attempts)) return refuse('CONFLICT', 'There are no attempts left in this turn')
  const attempt: Attempt = { guess, score, category, at: now }
  return allow({ ...game, turn: { ...turn, attempts: [...turn.attempts, attempt] } })
}

const isCorrect = (attempt: Attempt): boolean => attempt.score >= CORRECT_FROM

/** Guessing is over after a correct attempt or the last allowed one. */
export const guessingIsOver = (attempts: readonly Attempt[]): boolean =>
  attempts.length >= GUESS.attempts || attempts.some(isCorrect)

export const attemptsRemaining = (turn: Turn): number =>
  guessingIsOver(turn.attempts) ? 0 : GUESS.attempts - turn.attempts.length

/** The attempt that counts if the player has not selected one. */
export const bestAttempt = (attempts: readonly Attempt[]): Attempt | undefined =>
  highestScore(attempts, ({ score }) => score)

/** Attempts as the API shows them. The last one is locked if no further attempt is allowed. */
export function attemptViews(attempts: readonly Attempt[]): GuessAttempt[] {
  const over = guessingIsOver(attempts)
  return attempts.map((attempt, at) => ({
    guess: attempt.guess,
    similarityScore: attempt.score,
    matchCategory: attempt.category,
    isCorrect: isCorrect(attempt),
    isLocked: over && at === attempts.length - 1,
    timestamp: attempt.at,
    categoryMessage: CATEGORY_MESSAGE[attempt.category],
  }))
}
