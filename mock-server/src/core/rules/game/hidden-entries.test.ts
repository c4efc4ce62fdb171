import { describe, expect, test } from 'vitest'
import { NO_VEIL } from '../players/people.ts'
import { todayView } from '../views/player-view.ts'
import { expireTurn } from './expiry.ts'
import {
  after,
  afterDrawing,
  afterGuess,
  allowed,
  attempt,
  draw,
  finalise,
  groupGame,
  start,
} from './game.fixture.ts'
import { type Game, hideEntry, nextTurnType, promptAt } from './game.ts'

const drawn = afterDrawing(groupGame('ann', 'ben', 'cat', 'dan', 'eve'), 'ann')
const guessed = afterGuess(drawn, 'ben', 'dog')
const third = allowed(draw(allowed(start(guessed, 'cat')), 'cat'))

const hide = (game: Game, ...indexes: number[]) =>
  indexes.reduce((hidden, index) => hideEntry(hidden, index, after(0)), game)
const next = (game: Game) => [nextTurnType(game), promptAt(game, game.entries.length)]

const today = (game: Game, userId: string) => {
  const pictures = new Map([
    ["ann's", 'PNG'],
    ["cat's", 'PNG'],
    ['hidden', 'placeholder'],
  ])
  return todayView({ game, people: new Map(), pictures, group: null, veil: NO_VEIL }, userId)
}

describe('hidden entries count as skipped', () => {
  test('in the type and prompt of the next turn', () => {
    expect(next(hide(drawn, 0))).toEqual(['drawing', 'cat'])
    expect(next(hide(guessed, 1))).toEqual(['guess', 'cat'])
    expect(next(hide(third, 2))).toEqual(['drawing', 'dog'])
    expect(next(hide(third, 0, 1, 2))).toEqual(['drawing', 'cat'])
  })

  test('in the prompt of a drawing of a hidden guess, which nobody sees and no guess is scored against', () => {
    expect(next(hide(third, 1))).toEqual(['guess', 'cat'])
    expect(today(hide(third, 1), 'cat')).toMatchObject({
      word: 'cat',
      yourPreviousEntry: { guess: 'removed' },
    })
    const drawing = hide(allowed(start(guessed, 'cat')), 1)
    expect(JSON.stringify(today(drawing, 'cat'))).not.toContain('dog')
    expect(today(drawing, 'cat').word).toBe('cat')
    const fourth = allowed(
      finalise(allowed(attempt(allowed(start(third, 'dan')), 'dan', 'fox', 20)), 'dan', 'fox'),
    )
    expect(today(fourth, 'dan').word).toBe('dog')
    expect(today(hide(fourth, 1), 'dan').word).toBe('cat')
  })
})

test('a player whose time runs out on what was hidden is excused', () => {
  const holding = hide(allowed(start(drawn, 'ben')), 0)
  expect(expireTurn(holding, after(400_000)).players[1]).toMatchObject({ status: 'skipped', excused: true })
  const other = expireTurn(allowed(start(drawn, 'ben')), after(400_000))
  expect(other.players[1]).not.toHaveProperty('excused')
})
