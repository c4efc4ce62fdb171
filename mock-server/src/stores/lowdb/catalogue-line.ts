import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import type { Entry } from './sealed-json.ts'

/**
 * The summary of a game as a line of the catalogue, after its id. `playedBy` has positions in `userIds`, and the ids of
 * players not listed there.
 */
export type CatalogueLine = readonly [
  day: GameDay,
  createdAt: string,
  userIds: readonly string[],
  playedBy: readonly (number | string)[],
]

export function lineOfGame(game: Game): Entry<CatalogueLine> {
  const { id, day, createdAt, userIds, playedBy } = summaryOf(game)
  const played = playedBy.map((userId) => {
    const at = userIds.indexOf(userId)
    return at < 0 ? userId : at
  })
  return [id, [day, createdAt, userIds, played]]
}

export function summaryOfLine([id, [day, createdAt, userIds, played]]: Entry<CatalogueLine>): GameSummary {
  const playedBy = played.flatMap((who) => (typeof who === 'string' ? who : (userIds[who] ?? [])))
  return { id, day, createdAt, userIds, playedBy }
}

/** The keys under which a line is found: the ids of the game and of its players. */
export const keysOfLine = ([id, [, , userIds]]: Entry<CatalogueLine>): readonly string[] => [id, ...userIds]
