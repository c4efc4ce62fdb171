import { describe, expect, test } from 'vitest'
import { afterDrawing, afterGuess, allowed, groupGame, NOON, start } from './game.fixture.ts'
import { completeIfOver, createGame, joinGame, leaveGame, promptAt, skipPlayer, statusOf } from './game.ts'

describe('joining and leaving', () => {
  test('a member who joins during the day is appended once, while the game is open', () => {
    const joined = joinGame(groupGame('ann'), 'ben', NOON)
    expect(joined.players.map(({ userId }) => userId)).toEqual(['ann', 'ben'])
    expect(joinGame(joined, 'ben', NOON)).toBe(joined)
    const over = afterDrawing(groupGame('ann'), 'ann')
    expect(joinGame(over, 'ben', NOON)).toBe(over)
  })

  test('a leaving player is removed if pending, skipped if playing, and keeps a completed turn', () => {
    expect(leaveGame(groupGame('ann', 'ben'), 'ben', NOON).players).toHaveLength(1)
    const playing = leaveGame(allowed(start(groupGame('ann', 'ben'), 'ann')), 'ann', NOON)
    expect(playing.turn).toBeNull()
    expect(playing.players[0]?.status).toBe('skipped')
    const drawn = afterDrawing(groupGame('ann', 'ben'), 'ann')
    expect(leaveGame(drawn, 'ann', NOON)).toBe(drawn)
  })

  test('the game completes when the last pending player leaves', () => {
    const game = leaveGame(afterDrawing(groupGame('ann', 'ben'), 'ann'), 'ben', NOON)
    expect(statusOf(game)).toBe('completed')
  })

  test('a game that everyone has left stays open for new players', () => {
    expect(leaveGame(groupGame('ann'), 'ann', NOON).completedAt).toBeNull()
  })
})

test('a group game completes when everyone has played; a public game also needs eight players', () => {
  expect(statusOf(skipPlayer(afterDrawing(groupGame('ann', 'ben'), 'ann'), 'ben', NOON))).toBe('completed')
  const ids = Array.from({ length: 8 }, (_, at) => `p${at}`)
  const open = createGame({ ...publicGame, userIds: ids.slice(0, 7) })
  const all = (game: typeof open) =>
    game.players.reduce((rest, { userId }) => skipPlayer(rest, userId, NOON), game)
  expect(statusOf(all(open))).toBe('waiting')
  expect(all(open).completedAt).toBeNull()
  expect(completeIfOver(all(createGame({ ...publicGame, userIds: ids })), NOON).completedAt).toBe(NOON)
})

const publicGame = {
  id: 'p',
  kind: 'public' as const,
  groupId: null,
  day: '2026-03-07',
  word: 'cat',
  now: NOON,
}

test('drawers draw the word or the last guess; guesses are scored against the prompt of the drawing', () => {
  const game = afterDrawing(afterGuess(afterDrawing(groupGame('a', 'b', 'c', 'd'), 'a'), 'b', 'dog'), 'c')
  expect([0, 1, 2, 3].map((index) => promptAt(game, index))).toEqual(['cat', 'cat', 'dog', 'dog'])
})
