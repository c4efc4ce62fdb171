import { describe, expect, test } from 'vitest'
import { groupGame } from './game.fixture.ts'
import type { Game, Player } from './game.ts'
import { daysTogether, togetherBefore } from './together.ts'

const never = () => false
const played = { status: 'completed' } as const
const missed = { status: 'skipped' } as const

/** A game whose players ended so, after some days on which everybody came. */
const game = (together: number, ...ends: Partial<Player>[]): Game => {
  const open = groupGame(...ends.map((_, at) => `player${at}`))
  return {
    ...open,
    ...(together > 0 && { together }),
    players: open.players.map((player, at) => ({ ...player, ...ends[at] })),
  }
}

test('today counts once everybody has played', () => {
  expect(daysTogether(game(4, played, { status: 'pending' }))).toBe(4)
  expect(daysTogether(game(4, played, { status: 'playing' }))).toBe(4)
  expect(daysTogether(game(4, played, played))).toBe(5)
  expect(daysTogether(game(0, played, played))).toBe(1)
  expect(daysTogether(game(4, played, missed))).toBe(4)
})

describe('the day before', () => {
  test.each([
    ['everybody came', game(4, played, played, played), 5],
    ['somebody was missing', game(4, played, missed, played), 0],
    ['nobody came', game(4, missed, missed), 0],
    ['a turn runs over midnight', game(4, played, { status: 'playing' }), 5],
    [
      'a turn was excused, as any other that was not played',
      game(4, played, { ...missed, excused: true }),
      0,
    ],
    ['only one was there', game(4, missed), 4],
  ])('%s', (_, latest, days) => expect(togetherBefore(latest, never)).toBe(days))

  test('was off: it ends nothing, and counts if everybody came', () => {
    const isOff = (day: string) => day === '2026-03-07'
    expect(togetherBefore(game(4, played, missed), isOff)).toBe(4)
    expect(togetherBefore(game(4, played, played), isOff)).toBe(5)
  })

  test('there was none', () => expect(togetherBefore(undefined, never)).toBe(0))
})
