import { createGame, type Game } from '../../../core/rules/game/game.ts'

const NOON = '2026-03-07T17:00:00.000Z'

/** The game of a day, completed unless the changes say otherwise. */
export const gameOfDay = (day: string, changes: Partial<Game> = {}): Game => ({
  ...createGame({
    id: `game of ${day}`,
    kind: 'public',
    groupId: null,
    day,
    word: 'cat',
    now: NOON,
    userIds: ['ann'],
  }),
  completedAt: NOON,
  ...changes,
})
