import type { Low } from 'lowdb'
import type { Game } from '../../../core/rules/game/game.ts'
import type { CollectionName, Collections } from '../../../engine/collections.ts'

/** Documents by id, with the place where they can be written. */
export type Part = Low<Map<string, Collections[CollectionName]>>

/** The games of one day, their ids by group and by player, and the players who were active on it last. */
export class Day {
  readonly games: Part
  readonly ofGroup = new IdsByKey()
  readonly ofPlayer = new IdsByKey()
  readonly active = new Set<string>()

  constructor(games: Part) {
    this.games = games
  }

  add(game: Game): void {
    const { id, groupId, players } = game
    this.games.data.set(id, game)
    if (groupId !== null) this.ofGroup.add(groupId, id)
    for (const { userId } of players) this.ofPlayer.add(userId, id)
  }

  remove({ id, groupId, players }: Game): void {
    this.games.data.delete(id)
    if (groupId !== null) this.ofGroup.remove(groupId, id)
    for (const { userId } of players) this.ofPlayer.remove(userId, id)
  }

  /** The number of different players who are in a game or active. */
  get playerCount(): number {
    let count = this.ofPlayer.size
    for (const userId of this.active) if (!this.ofPlayer.has(userId)) count++
    return count
  }

  get isEmpty(): boolean {
    return this.games.data.size === 0 && this.active.size === 0
  }
}

/** An index: the ids of documents under each key. */
export class IdsByKey {
  /** A single id without a set: most keys have one, and a set takes more memory than the key. */
  readonly #ids = new Map<string, string | Set<string>>()

  /** The number of keys. */
  get size(): number {
    return this.#ids.size
  }

  has(key: string): boolean {
    return this.#ids.has(key)
  }

  /** Sorted. */
  get(key: string): string[] {
    const ids = this.#ids.get(key) ?? []
    return typeof ids === 'string' ? [ids] : [...ids].sort()
  }

  add(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, id)
    else if (typeof ids === 'string') this.#ids.set(key, new Set([ids, id]))
    else ids.add(id)
  }

  remove(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (typeof ids === 'object' && ids.delete(id) && ids.size > 0) return
    if (ids === id || typeof ids === 'object') this.#ids.delete(key)
  }
}
