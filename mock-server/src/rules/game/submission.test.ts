import { expect, test } from 'vitest'
import { afterDrawing, afterGuess, groupGame } from './game.fixture.ts'
import { type DrawingSubmission, repeatedSubmission } from './submission.ts'

const sent = (picture: string): DrawingSubmission => ({
  type: 'drawing',
  drawing: picture,
  sent: picture,
  strokes: null,
  strokeCount: 3,
  timeSpent: 1,
})

test('a repeated submission gets the same response', () => {
  const game = afterDrawing(groupGame('ann', 'ben'), 'ann')
  expect(repeatedSubmission(game, 'ann', sent("ann's"))).toEqual({
    success: true,
    gameCompleted: false,
    validationError: null,
  })
  const over = afterGuess(game, 'ben', 'dog')
  expect(repeatedSubmission(over, 'ann', sent("ann's"))?.gameCompleted).toBe(false)
  expect(repeatedSubmission(over, 'ben', { type: 'guess', guess: 'dog' })?.gameCompleted).toBe(true)
})

test('a different submission, or the same one from another player, is not a repeat', () => {
  const game = afterDrawing(groupGame('ann', 'ben'), 'ann')
  expect(repeatedSubmission(game, 'ann', sent('another'))).toBeUndefined()
  expect(repeatedSubmission(game, 'ann', { type: 'guess', guess: "ann's" })).toBeUndefined()
  expect(repeatedSubmission(game, 'ben', sent("ann's"))).toBeUndefined()
})
