import { NOON } from '../../../core/rules/game/game.fixture.ts'
import { createGame, type Game } from '../../../core/rules/game/game.ts'

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
