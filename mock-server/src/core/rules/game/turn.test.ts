import { describe, expect, test } from 'vitest'
import { plus } from '../time/instant.ts'
import {
  after,
  afterDrawing,
  afterGuess,
  allowed,
  draw,
  groupGame,
  MIDNIGHT,
  refusalOf,
  start,
} from './game.fixture.ts'
import { statusOf } from './game.ts'
import { type DrawingSubmission, repeatedSubmission } from './turn.ts'

describe('starting a turn', () => {
  test('gives a pending player the turn for five minutes and makes the game active', () => {
    const game = allowed(start(groupGame('ann', 'ben'), 'ben'))
    expect(game.turn).toMatchObject({
      userId: 'ben',
      type: 'drawing',
      expiresAt: after(300_000),
      attempts: [],
    })
    expect(game.players.map(({ status }) => status)).toEqual(['pending', 'playing'])
    expect(statusOf(groupGame('ann'))).toBe('waiting')
    expect(statusOf(game)).toBe('active')
  })

  test('sets no expiry later than midnight', () => {
    const late = plus(MIDNIGHT, -60_000)
    expect(allowed(start(groupGame('ann'), 'ann', late)).turn?.expiresAt).toBe(MIDNIGHT)
    expect(refusalOf(start(groupGame('ann'), 'ann', MIDNIGHT))).toBe('CONFLICT: This game is over')
  })

  test('is refused with the name of the player who holds it', () => {
    const held = allowed(start(groupGame('ann', 'ben'), 'ann'))
    expect(refusalOf(start(held, 'ben'))).toBe('CONFLICT: ANN is currently playing')
  })

  test('changes nothing for the player who already holds it', () => {
    const held = allowed(start(groupGame('ann', 'ben'), 'ann'))
    expect(allowed(start(held, 'ann', after(1000)))).toBe(held)
  })

  test('is refused to players who have played and to players who are not in the game', () => {
    const drawn = afterDrawing(groupGame('ann', 'ben'), 'ann')
    expect(refusalOf(start(drawn, 'ann'))).toBe("CONFLICT: You've already completed your turn for today!")
    expect(refusalOf(start(drawn, 'zoe'))).toBe('NOT_FOUND: You are not in this game')
  })

  test('alternates drawing and guessing over completed turns', () => {
    let game = groupGame('ann', 'ben', 'cat', 'dan')
    const types: (string | undefined)[] = []
    game = allowed(start(game, 'ann'))
    types.push(game.turn?.type)
    game = afterDrawing(groupGame('ann', 'ben', 'cat', 'dan'), 'ann')
    types.push(allowed(start(game, 'cat')).turn?.type)
    game = afterGuess(game, 'cat', 'dog')
    types.push(allowed(start(game, 'ben')).turn?.type)
    expect(types).toEqual(['drawing', 'guess', 'drawing'])
  })
})

test('a turn that was not started cannot be submitted', () => {
  expect(refusalOf(draw(groupGame('ann'), 'ann'))).toBe(
    'CONFLICT: It is not your turn. Please start a turn first.',
  )
  expect(refusalOf(draw(afterDrawing(groupGame('ann', 'ben'), 'ann'), 'ann'))).toBe(
    'CONFLICT: Your turn is over',
  )
})

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
