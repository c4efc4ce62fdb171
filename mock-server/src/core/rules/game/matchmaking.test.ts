import { describe, expect, test } from 'vitest'
import { allowed, NOON, start } from './game.fixture.ts'
import { createGame, type Game } from './game.ts'
import { gamesToJoin } from './matchmaking.ts'

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
const chosen = (games: readonly Game[], now = NOON) => gamesToJoin(games, now).map(({ id }) => id)

describe('public matchmaking', () => {
  test('prefers a game where the player can start now, the oldest first', () => {
    const older = { ...game('c', 5), createdAt: '2026-03-07T10:00:00.000Z' }
    expect(chosen([busy('a', 0), game('b', 5), older])).toEqual(['c', 'b', 'a'])
  })

  test('counts a game whose turn has expired among those where the player can start now', () => {
    const [idle, expired] = [game('b', 1), busy('a', 4)]
    expect(chosen([idle, expired], '2026-03-07T17:05:09.999Z')).toEqual(['b'])
    expect(chosen([idle, expired], '2026-03-07T17:05:10.000Z')).toEqual(['a', 'b'])
  })

  test('otherwise chooses the shortest queue with fewer than three pending players', () => {
    expect(chosen([busy('a', 2), busy('c', 1), busy('b', 1)])).toEqual(['b', 'c', 'a'])
    expect(chosen([busy('a', 3)])).toEqual([])
  })

  test('never chooses a full or completed game, or the game of a group', () => {
    const ofGroup: Game = { ...game('c', 2), kind: 'group' }
    expect(chosen([game('a', 8), { ...game('b', 2), completedAt: NOON }, ofGroup])).toEqual([])
  })
})
