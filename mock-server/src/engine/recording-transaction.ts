import type { GameDay } from '../rules/day.ts'
import type { Game } from '../rules/game.ts'
import { type GameEvent, gameEvents } from '../rules/game-events.ts'
import type { Group } from '../rules/group.ts'
import type { GameSummary } from '../rules/history.ts'
import type { Instant } from '../rules/instant.ts'
import type { User } from '../rules/user.ts'
import type {
  CollectionName,
  Collections,
  Everything,
  GamePosition,
  IndexOf,
  Related,
  Transaction,
} from './store.ts'
import type { OutboxEntry } from './world.ts'

/** Wraps a transaction and records how games change, so that operations need not report changes. */
export class RecordingTransaction implements Transaction {
  readonly #inner: Transaction
  readonly #before = new Map<string, Game | undefined>()
  readonly #after = new Map<string, Game>()
  #isCleared = false

  constructor(inner: Transaction) {
    this.#inner = inner
  }

  /** The events of the games in this transaction. */
  get gameEvents(): GameEvent[] {
    return [...this.#after].flatMap(([id, game]) => gameEvents(this.#before.get(id), game))
  }

  /** Games that this transaction has completed, and games of `day` that it has created as completed. */
  completedGames(day: GameDay): Game[] {
    return [...this.#after.values()].filter((game) => {
      const before = this.#before.get(game.id)
      return game.completedAt !== null && (before ? before.completedAt === null : game.day === day)
    })
  }

  /** Games in this transaction whose turn has become free. */
  get freedGames(): Game[] {
    return [...this.#after.values()].filter(({ id, turn }) => turn === null && this.#before.get(id)?.turn)
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const document = await this.#inner.get(collection, id)
    this.#recordRead(collection, [document])
    return document
  }

  player(userId: string, day: GameDay, related?: readonly Related[]): Promise<User | undefined> {
    return this.#inner.player(userId, day, related)
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    return this.#recordRead(collection, await this.#inner.find(collection, index, key))
  }

  async getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]> {
    return this.#recordRead(collection, await this.#inner.getMany(collection, ids))
  }

  async findMany<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]> {
    return this.#recordRead(collection, await this.#inner.findMany(collection, index, keys))
  }

  async openPublicGames(day: GameDay, now: Instant): Promise<Game[]> {
    return this.#recordRead('games', await this.#inner.openPublicGames(day, now))
  }

  async gamesToClose(
    day: GameDay,
    now: Instant,
    limit: number,
    after: GamePosition | null = null,
  ): Promise<Game[]> {
    return this.#recordRead('games', await this.#inner.gamesToClose(day, now, limit, after))
  }

  async gamesOfDay(day: GameDay): Promise<Game[]> {
    return this.#recordRead('games', await this.#inner.gamesOfDay(day))
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    return this.#recordRead(collection, await this.#inner.all(collection))
  }

  everything(): Promise<Everything> {
    return this.#inner.everything()
  }

  groupsAfter(afterId: string, limit: number): Promise<Group[]> {
    return this.#inner.groupsAfter(afterId, limit)
  }

  outboxDue(now: Instant, limit: number): Promise<OutboxEntry[]> {
    return this.#inner.outboxDue(now, limit)
  }

  countPlayers(day: GameDay): Promise<number> {
    return this.#inner.countPlayers(day)
  }

  gamesOf(userId: string): Promise<GameSummary[]> {
    return this.#inner.gamesOf(userId)
  }

  count(collection: CollectionName): Promise<number> {
    return this.#inner.count(collection)
  }

  put<C extends CollectionName>(collection: C, document: Collections[C]): void {
    this.#inner.put(collection, document)
    if (collection === 'games' && !this.#isCleared) this.#after.set((document as Game).id, document as Game)
  }

  remove(collection: CollectionName, id: string): void {
    this.#inner.remove(collection, id)
    if (collection === 'games') this.#after.delete(id)
  }

  /** Also stops the recording, because the games of a restored world are not new. */
  clear(): void {
    this.#inner.clear()
    this.#isCleared = true
    this.#after.clear()
  }

  noteActive(userId: string, day: GameDay): void {
    this.#inner.noteActive(userId, day)
  }

  blob(sha256: string): Promise<Uint8Array | undefined> {
    return this.#inner.blob(sha256)
  }

  blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    return this.#inner.blobs(sha256s)
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.#inner.putBlob(sha256, bytes)
  }

  lock(name: string): Promise<void> {
    return this.#inner.lock(name)
  }

  #recordRead<C extends CollectionName, D extends Collections[C] | undefined>(
    collection: C,
    documents: D[],
  ): D[] {
    if (collection !== 'games') return documents
    for (const game of documents as (Game | undefined)[]) {
      if (game && !this.#before.has(game.id) && !this.#after.has(game.id)) this.#before.set(game.id, game)
    }
    return documents
  }
}
