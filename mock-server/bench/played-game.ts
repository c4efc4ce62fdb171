import { nodeCodecs } from '../src/platform/node-codecs.ts'
import type { GameDay } from '../src/rules/day.ts'
import type { Entry, Game } from '../src/rules/game.ts'
import { plus } from '../src/rules/instant.ts'

/** An id that looks like one of the engine's. */
export const benchId = (name: string): string => nodeCodecs.sha256(name).slice(0, 22)

/** A completed game in which each player took one turn. Its drawings do not exist. */
export function playedGame({
  userIds,
  drawing,
  ...game
}: {
  id: string
  day: GameDay
  groupId: string | null
  userIds: readonly string[]
  /** A name of its drawings. */
  drawing: string
}): Game {
  const start = `${game.day}T05:00:00.000Z`
  const sha256 = nodeCodecs.sha256(drawing)
  const entries = userIds.map((userId, turn): Entry => {
    const base = { turnId: benchId(`turn ${turn}`), userId, timeSpent: 40, at: plus(start, turn * 60_000) }
    return turn % 2 === 0
      ? {
          ...base,
          type: 'drawing',
          drawing: sha256,
          sent: sha256,
          strokeCount: 7,
          strokes: null,
          completedGame: false,
        }
      : { ...base, type: 'guess', guess: 'a purple elephant', attempts: [], completedGame: false }
  })
  return {
    ...game,
    kind: game.groupId === null ? 'public' : 'group',
    word: 'elephant',
    createdAt: start,
    completedAt: plus(start, 3_600_000),
    players: userIds.map((userId, turn) => ({
      userId,
      joinedAt: start,
      status: 'completed',
      playedAt: plus(start, turn * 60_000),
    })),
    turn: null,
    turnsStarted: userIds.length,
    entries,
  }
}
