import { describe, expect, test } from 'vitest'
import { afterDrawing, afterGuess, allowed, attempt, groupGame, start } from '../game/game.fixture.ts'
import type { Game } from '../game/game.ts'
import { NO_VEIL } from '../players/people.ts'
import { picturesFor, todayView, turnView } from './player-view.ts'

const people = new Map(
  ['ann', 'ben', 'cat', 'dan'].map((id) => [id, { username: id.toUpperCase(), avatar: null }]),
)
const today = (game: Game, userId: string) => {
  const pictures = new Map(picturesFor(game, userId).map((hash) => [hash, `PNG of ${hash}`]))
  return todayView({ game, people, pictures, group: null, veil: NO_VEIL }, userId)
}

describe('today', () => {
  test("shows everyone's status, and nothing of the chain to waiting players", () => {
    const game = allowed(start(afterDrawing(groupGame('ann', 'ben', 'cat'), 'ann'), 'ben'))
    expect(today(game, 'cat')).toMatchObject({
      yourStatus: 'pending',
      canStartTurn: false,
      currentTurn: { userId: 'ben', username: 'BEN', type: 'guessing' },
      yourSubmission: null,
      yourPreviousEntry: null,
      word: null,
    })
    expect(JSON.stringify(today(game, 'cat'))).not.toMatch(/PNG|"cat"(?!,"username":"CAT")/)
  })

  test('shows a drawer the word during the turn, and also their drawing afterwards', () => {
    const playing = allowed(start(groupGame('ann', 'ben'), 'ann'))
    expect(today(playing, 'ann')).toMatchObject({
      word: 'cat',
      yourSubmission: null,
      yourPreviousEntry: null,
    })
    expect(today(afterDrawing(groupGame('ann', 'ben'), 'ann'), 'ann')).toMatchObject({
      word: 'cat',
      yourSubmission: { drawing: "PNG of ann's" },
    })
  })

  test('shows a guesser the drawing during the turn, and the word only afterwards', () => {
    const drawn = afterDrawing(groupGame('ann', 'ben', 'cat'), 'ann')
    const playing = allowed(attempt(allowed(start(drawn, 'ben')), 'ben', 'dog', 60))
    expect(today(playing, 'ben')).toMatchObject({
      word: null,
      yourPreviousEntry: { drawing: "PNG of ann's" },
    })
    expect(today(afterGuess(drawn, 'ben', 'dog'), 'ben')).toMatchObject({
      word: 'cat',
      yourSubmission: { guess: 'dog' },
      yourPreviousEntry: { drawing: "PNG of ann's" },
    })
  })

  test('shows a later drawer the guess to draw, not the word', () => {
    const game = allowed(
      start(afterGuess(afterDrawing(groupGame('ann', 'ben', 'cat'), 'ann'), 'ben', 'dog'), 'cat'),
    )
    expect(today(game, 'cat')).toMatchObject({ word: 'dog', yourPreviousEntry: { guess: 'dog' } })
  })
})

test('a turn contains the prompt to draw or the drawing to guess', () => {
  const first = allowed(start(groupGame('ann', 'ben'), 'ann'))
  if (!first.turn) throw new Error('nobody plays')
  expect(turnView(first, first.turn, new Map(), NO_VEIL)).toMatchObject({
    type: 'drawing',
    word: 'cat',
    previousEntry: null,
  })
  const second = allowed(start(afterDrawing(groupGame('ann', 'ben'), 'ann'), 'ben'))
  if (!second.turn) throw new Error('nobody plays')
  const pictures = new Map([["ann's", 'PNG']])
  expect(turnView(second, second.turn, pictures, NO_VEIL)).toMatchObject({
    type: 'guess',
    word: null,
    previousEntry: { drawing: 'PNG' },
    attemptsRemaining: 5,
  })
})
