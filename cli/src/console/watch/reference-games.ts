import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import { namesOf } from '../../calls/names.ts'
import { type GameDocument, readGame } from '../../operations/days/game-document.ts'
import type { WatchedGame } from './watched-games.ts'
import { gameOfDocument } from './watched-games.ts'

/** With more games, the world is not exported, and drawings of open games are not shown. */
const MAX_GAMES_READ_WHOLE = 1000
/** With more players, only those of the games are read; others are found by name. */
const MAX_USERS_READ_WHOLE = 1000
/** Up to this many changed games are fetched one by one, more as a list. */
const MAX_FETCHED_SINGLY = 6
/** The minimum pause between two exports of the world, as a multiple of the duration of the last one. */
const PAUSE_FACTOR = 20

/** The games of a day on a reference server, kept up to date with as few calls as possible. */
export class ReferenceGames {
  readonly #client: Client
  readonly #games = new Map<string, GameDocument>()
  readonly #groups = new Map<string, string>()
  readonly #users = new Map<string, string>()
  readonly #pictures = new Map<string, string>()
  #worldReadAt = 0
  #worldReadMs = 0

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
    this.#worldReadAt = 0
    this.#worldReadMs = 0
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

  /** Reads the drawings of open games, which only the world export contains. */
  async readWorld(gameCount: number): Promise<void> {
    const games = [...this.#games.values()]
    const hashes = games.flatMap(({ entries }) => entries.flatMap(({ drawing }) => drawing ?? []))
    const isComplete =
      hashes.every((hash) => this.#pictures.has(hash)) &&
      games.every(({ groupId }) => groupId === null || this.#groups.has(groupId))
    const isTooSoon = performance.now() - this.#worldReadAt < this.#worldReadMs * PAUSE_FACTOR
    if (isComplete || isTooSoon || gameCount > MAX_GAMES_READ_WHOLE) return
    const startTime = performance.now()
    const { groups, blobs } = await this.#client.exportWorld()
    for (const { id, name } of groups as { id: string; name: string }[]) this.#groups.set(id, name)
    for (const hash of hashes) {
      const picture = (blobs as Record<string, string>)[hash]
      if (picture !== undefined) this.#pictures.set(hash, picture)
    }
    this.#worldReadAt = performance.now()
    this.#worldReadMs = this.#worldReadAt - startTime
  }

  /**
   * Reads the drawings of a completed game, which are public.
   * @returns whether any were read.
   */
  async readDrawings(gameId: string): Promise<boolean> {
    const game = this.#games.get(gameId)
    const isMissing = game?.entries.some(({ drawing }) => drawing && !this.#pictures.has(drawing))
    if (!game || game.completedAt === null || !isMissing) return false
    const { chain } = await this.#client.getPublicResults({ params: { gameId } })
    for (const [at, { content }] of chain.entries()) {
      const hash = game.entries[at]?.drawing
      if (hash !== undefined && content.drawing !== undefined) this.#pictures.set(hash, content.drawing)
    }
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
    try {
      const { items } = await this.#client.listGroups({ query: {} })
      for (const { id, name } of items) this.#groups.set(String(id), String(name))
    } catch (error) {
      // Older servers have the names in the world only.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }

  #store(document: unknown): void {
    const game = readGame(document)
    if (game) this.#games.set(game.id, game)
  }
}
