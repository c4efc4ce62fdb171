import { describe, expect, test } from 'vitest'
import {
  afterDrawing,
  afterGuess,
  allowed,
  attempt,
  finalise,
  groupGame,
  refusalOf,
  start,
} from './game.fixture.ts'
import { answerOf, attemptsRemaining, attemptViews, bestAttempt } from './guess.ts'

const guessing = () => allowed(start(afterDrawing(groupGame('ann', 'ben', 'cat'), 'ann'), 'ben'))
const turnOf = (game: ReturnType<typeof guessing>) => {
  if (!game.turn) throw new Error('nobody plays')
  return game.turn
}

describe('guessing', () => {
  test("is scored against the drawer's prompt", () => {
    expect(answerOf(guessing())).toBe('cat')
    const game = afterDrawing(afterGuess(afterDrawing(groupGame('a', 'b', 'c', 'd'), 'a'), 'b', 'tiger'), 'c')
    expect(answerOf(allowed(start(game, 'd')))).toBe('tiger')
  })

  test('allows exactly five attempts', () => {
    let game = guessing()
    for (const guess of ['one', 'two', 'three', 'four', 'five']) {
      expect(attemptsRemaining(turnOf(game))).toBeGreaterThan(0)
      game = allowed(attempt(game, 'ben', guess, 10))
    }
    expect(attemptsRemaining(turnOf(game))).toBe(0)
    expect(refusalOf(attempt(game, 'ben', 'six', 10))).toBe(
      'CONFLICT: There are no attempts left in this turn',
    )
    expect(attemptViews(turnOf(game).attempts).map(({ isLocked }) => isLocked)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('ends after a correct guess', () => {
    const game = allowed(attempt(guessing(), 'ben', 'cats', 87, undefined, 'VARIANT'))
    expect(attemptViews(turnOf(game).attempts)).toMatchObject([
      { guess: 'cats', isCorrect: true, isLocked: true, categoryMessage: 'Related word variant' },
    ])
    expect(refusalOf(attempt(game, 'ben', 'cat', 100))).toMatch(/^CONFLICT/)
  })

  test('the best attempt is the highest-scoring one, or the earliest of several with the same score', () => {
    const at = '2026-03-07T17:00:00.000Z'
    const tries = [30, 62, 62, 5].map((score, index) => ({
      guess: `g${index}`,
      score,
      category: 'DISTANT' as const,
      at,
    }))
    expect(bestAttempt(tries)?.guess).toBe('g1')
    expect(bestAttempt([])).toBeUndefined()
  })
})

describe('finalising', () => {
  test('accepts any of the attempts', () => {
    const game = allowed(attempt(allowed(attempt(guessing(), 'ben', 'dog', 60)), 'ben', 'lion', 70))
    expect(allowed(finalise(game, 'ben', 'dog')).entries.at(-1)).toMatchObject({
      type: 'guess',
      guess: 'dog',
    })
  })

  test("needs an attempt, and refuses a guess that is not one of the player's attempts", () => {
    expect(refusalOf(finalise(guessing(), 'ben', 'dog'))).toBe(
      'VALIDATION_FAILED: Please make at least one guess before finalizing',
    )
    expect(refusalOf(finalise(allowed(attempt(guessing(), 'ben', 'dog', 60)), 'ben', 'cat'))).toBe(
      'VALIDATION_FAILED: The final guess must be one of your attempts',
    )
  })

  test('is refused in a drawing turn, as is an attempt', () => {
    const drawing = allowed(start(groupGame('ann', 'ben'), 'ann'))
    expect(refusalOf(attempt(drawing, 'ann', 'cat', 100))).toBe(
      'CONFLICT: This turn is a drawing, not a guess',
    )
    expect(refusalOf(finalise(drawing, 'ann', 'cat'))).toBe(
      'VALIDATION_FAILED: This turn is a drawing, so the content must be a drawing',
    )
  })
})
