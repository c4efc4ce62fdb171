import type { Game } from '../../rules/game.ts'
import { IdsByKey } from './ids-by-key.ts'
import { LargeMap } from './large-map.ts'

/** The games of one day, by id, by group and by player. */
export class DayOfGames {
  readonly games = new LargeMap<Game>()
  readonly #ofGroup = new IdsByKey()
  readonly #ofPlayer = new IdsByKey()

  /** The number of different players. */
  get players(): number {
    return this.#ofPlayer.size
  }

  hasPlayer(userId: string): boolean {
    return this.#ofPlayer.has(userId)
  }

  /** Ids, in order. */
  ofGroup(groupId: string): string[] {
    return this.#ofGroup.get(groupId)
  }

  /** Ids, in order. */
  ofPlayer(userId: string): string[] {
    return this.#ofPlayer.get(userId)
  }

  add(game: Game): void {
    this.games.set(game.id, game)
    if (game.groupId !== null) this.#ofGroup.add(game.groupId, game.id)
    for (const { userId } of game.players) this.#ofPlayer.add(userId, game.id)
  }

  /** Replaces a game by a later state with the same group and players. */
  update(game: Game): void {
    this.games.set(game.id, game)
  }

  remove(game: Game): void {
    this.games.delete(game.id)
    if (game.groupId !== null) this.#ofGroup.remove(game.groupId, game.id)
    for (const { userId } of game.players) this.#ofPlayer.remove(userId, game.id)
  }
}

/** True for most changes of a game, because most are turns. */
export const hasSamePlayers = (before: Game, after: Game): boolean =>
  before.day === after.day &&
  before.players.length === after.players.length &&
  before.players.every(({ userId }, at) => userId === after.players[at]?.userId)
