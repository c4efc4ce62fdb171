import { describe, expect, test } from 'vitest'
import { allowed, NOON, start } from './game.fixture.ts'
import { createGame, type Game } from './game.ts'
import { choosePublicGame } from './matchmaking.ts'

const game = (id: string, players: number): Game =>
  createGame({
    id,
    kind: 'public',
    groupId: null,
    day: '2026-03-07',
    word: 'cat',
    now: NOON,
    userIds: Array.from({ length: players }, (_, at) => `${id}-${at}`),
  })
const busy = (id: string, pending: number) => allowed(start(game(id, pending + 1), `${id}-0`))

describe('public matchmaking', () => {
  test('prefers a game where the player can start now', () => {
    expect(choosePublicGame([busy('a', 0), game('b', 5)])?.id).toBe('b')
  })

  test('otherwise chooses the shortest queue with fewer than three pending players', () => {
    expect(choosePublicGame([busy('a', 2), busy('b', 1), busy('c', 1)])?.id).toBe('b')
    expect(choosePublicGame([busy('a', 3)])).toBeUndefined()
  })

  test('never chooses a full or completed game', () => {
    expect(choosePublicGame([game('a', 8), { ...game('b', 2), completedAt: NOON }])).toBeUndefined()
  })
})
