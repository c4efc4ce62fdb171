import { expect, test } from 'vitest'
import { expireTurn } from './expiry.ts'
import { after, afterDrawing, allowed, attempt, finalise, groupGame, NOON, start } from './game.fixture.ts'
import { freeTurn, joinGame, leaveGame } from './game.ts'
import { gameEvents } from './game-events.ts'

const types = (...states: (ReturnType<typeof groupGame> | undefined)[]) =>
  states.slice(1).flatMap((now, at) => (now ? gameEvents(states[at], now).map(({ type }) => type) : []))

test("a game's events are returned in order", () => {
  const made = groupGame('ann', 'ben')
  const playing = allowed(start(made, 'ann'))
  const drawn = afterDrawing(made, 'ann')
  const guessing = allowed(start(drawn, 'ben'))
  const tried = allowed(attempt(guessing, 'ben', 'dog', 40))
  const over = allowed(finalise(tried, 'ben', 'dog'))
  expect(types(undefined, made, playing, drawn, guessing, tried, over)).toEqual([
    'game-created',
    'turn-started',
    'turn-ended',
    'turn-started',
    'guess-made',
    'turn-ended',
    'game-completed',
  ])
})

test('returns all events between two states that are several steps apart', () => {
  const made = groupGame('ann', 'ben')
  const late = allowed(start(expireTurn(allowed(start(made, 'ann')), after(400_000)), 'ben', after(400_000)))
  expect(gameEvents(made, late)).toMatchObject([
    { type: 'turn-ended', userId: 'ann', outcome: 'skipped' },
    { type: 'turn-started', userId: 'ben', turn: 'drawing' },
  ])
  expect(gameEvents(late, late)).toEqual([])
})

test('a turn that is taken back causes an event', () => {
  const playing = allowed(start(groupGame('ann', 'ben'), 'ann'))
  expect(gameEvents(playing, freeTurn(playing))).toEqual([
    { type: 'turn-freed', gameId: playing.id, userId: 'ann' },
  ])
})

test('a player who joins or leaves causes an event', () => {
  const joined = joinGame(groupGame('ann'), 'ben', NOON)
  expect(types(groupGame('ann'), joined, leaveGame(joined, 'ben', NOON))).toEqual([
    'player-joined',
    'player-left',
  ])
})
