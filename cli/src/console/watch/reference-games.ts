import type { Client } from '@inkling/mock-server/contract/client/client'
import { namesOf } from '../../calls/names.ts'
import { type GameDocument, readGame } from '../../commands/days/game-document.ts'
import type { WatchedGame } from './watched-games.ts'
import { gameOfDocument } from './watched-games.ts'

/** With more players, only those of the games are read; others are found by name. */
const MAX_USERS_READ_WHOLE = 1000
/** Up to this many changed games are fetched one by one, more as a list. */
const MAX_FETCHED_SINGLY = 6

/** The games of a day on a reference server, kept up to date with as few calls as possible. */
export class ReferenceGames {
  readonly #client: Client
  readonly #games = new Map<string, GameDocument>()
  readonly #groups = new Map<string, string>()
  readonly #users = new Map<string, string>()
  readonly #pictures = new Map<string, string>()

  constructor(client: Client) {
    this.#client = client
  }

  get names(): ReadonlyMap<string, string> {
    return new Map(this.#users)
  }

  get pictures(): ReadonlyMap<string, string> {
    return new Map(this.#pictures)
  }

  /** Sorted by name. */
  get games(): WatchedGame[] {
    const names = { users: this.#users, groups: this.#groups }
    return [...this.#games.values()]
      .map((game) => gameOfDocument(game, names))
      .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
  }

  /** Discards everything. Called when the server has another world. */
  forget(): void {
    for (const cache of [this.#games, this.#groups, this.#users, this.#pictures]) cache.clear()
  }

  /** Reloads games: all of the day, or only the changed ones. */
  async read(changed: ReadonlySet<string> | 'all'): Promise<void> {
    const few = changed !== 'all' && changed.size <= MAX_FETCHED_SINGLY
    if (few && [...changed].every((id) => this.#games.has(id))) {
      for (const id of changed) this.#store(await this.#client.inspectGame({ params: { id } }))
    } else {
      const { items } = await this.#client.listGames({ query: {} })
      this.#games.clear()
      for (const item of items) this.#store(item)
    }
    const userIds = new Set(
      [...this.#games.values()]
        .flatMap(({ players, entries }) => [...players, ...entries])
        .map(({ userId }) => userId),
    )
    if (changed === 'all' || [...userIds].some((id) => !this.#users.has(id))) await this.#readUsers(userIds)
    const isNamed = ({ groupId }: GameDocument) => groupId === null || this.#groups.has(groupId)
    if (changed === 'all' || ![...this.#games.values()].every(isNamed)) await this.#readGroups()
  }

  /**
   * Reads the drawings of a game.
   * @returns whether any were read.
   */
  async readDrawings(gameId: string): Promise<boolean> {
    const game = this.#games.get(gameId)
    if (!game?.entries.some(({ drawing }) => drawing && !this.#pictures.has(drawing))) return false
    const { drawings } = await this.#client.getGameDrawings({ params: { id: gameId } })
    for (const [hash, drawing] of Object.entries(drawings)) this.#pictures.set(hash, drawing)
    return true
  }

  /** Reads all names of a small world, otherwise those of the games. */
  async #readUsers(needed: ReadonlySet<string>): Promise<void> {
    const { items, next } = await this.#client.listUsers({ query: { limit: MAX_USERS_READ_WHOLE } })
    for (const { id, username } of items) this.#users.set(String(id), String(username))
    if (next === undefined) return
    const missing = [...needed].filter((id) => !this.#users.has(id))
    for (const [id, username] of await namesOf(this.#client, missing)) this.#users.set(id, username)
  }

  async #readGroups(): Promise<void> {
    const { items } = await this.#client.listGroups({ query: {} })
    for (const { id, name } of items) this.#groups.set(String(id), String(name))
  }

  #store(document: unknown): void {
    const game = readGame(document)
    if (game) this.#games.set(game.id, game)
  }
}
