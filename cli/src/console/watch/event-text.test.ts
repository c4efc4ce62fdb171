import { expect, test } from 'vitest'
import { eventText } from './event-text.ts'

test.each([
  [1, '1 game created, 0 completed'],
  [2, '2 games created, 0 completed'],
])('a roll-over with %i new games', (gamesCreated, text) => {
  const event = {
    id: 1,
    at: '2026-03-07T17:00:00.000Z',
    type: 'roll-over',
    gamesCreated,
    gamesCompleted: 0,
  } as const
  expect(eventText(event, { names: new Map(), games: [] })).toBe(text)
})
