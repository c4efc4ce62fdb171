import type { Game } from '../../core/rules/game/game.ts'
import { answerOf, attemptGuess, bestAttempt, guessingIsOver } from '../../core/rules/game/guess.ts'
import { type DrawingSubmission, startTurn, submitTurn, type TurnStart } from '../../core/rules/game/turn.ts'
import type { Ruling } from '../../core/rules/refusal.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { Judgement } from '../../core/scoring/scorer.ts'

/* Turns of simulated players, by the rules of the game. The rules never refuse them: a refusal is a bug, and throws. */

/** Scores a guess against the drawer's prompt. */
export type Judge = (guess: string, target: string) => Pick<Judgement, 'score' | 'category'>

export interface SimulatedGuess {
  readonly guess: string
  readonly at: Instant
}

/** Starts a player's turn. Does nothing if they already hold it. */
export const startedTurn = (game: Game, start: Omit<TurnStart, 'usernameOf'>): Game =>
  allowed(startTurn(game, { ...start, usernameOf: (id) => id }))

/** Ends the running turn with a drawing. */
export const endedWithDrawing = (
  game: Game,
  drawing: Omit<DrawingSubmission, 'type' | 'sent'>,
  now: Instant,
): Game =>
  allowed(
    submitTurn(game, game.turn?.userId ?? '', { ...drawing, type: 'drawing', sent: drawing.drawing }, now),
  )

/** Makes guesses until one is correct, and ends the running turn with the best one. */
export function endedWithGuesses(
  game: Game,
  { guesses, timeSpent }: { guesses: readonly SimulatedGuess[]; timeSpent: number },
  judge: Judge,
  now: Instant,
): Game {
  const userId = game.turn?.userId ?? ''
  let guessed = game
  for (const { guess, at } of guesses) {
    if (guessingIsOver(guessed.turn?.attempts ?? [])) break
    guessed = allowed(attemptGuess(guessed, userId, { guess, ...judge(guess, answerOf(game)) }, at))
  }
  const guess = bestAttempt(guessed.turn?.attempts ?? [])?.guess ?? ''
  return allowed(submitTurn(guessed, userId, { type: 'guess', guess, timeSpent }, now))
}

function allowed<T>(ruling: Ruling<T>): T {
  if (!ruling.ok) throw new Error(`A simulated turn was refused: ${ruling.refusal.message}`)
  return ruling.value
}
