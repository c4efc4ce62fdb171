import {
  type CollectionName,
  type Collections,
  collections,
  dayIn,
  type Everything,
  type IndexOf,
  type Transaction,
} from '../../engine/store.ts'
import type { UnannouncedGame } from '../../engine/world.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Instant } from '../../rules/instant.ts'
import type { User } from '../../rules/user.ts'
import { idOf } from './document-keys.ts'
import type { Change, Documents } from './documents.ts'
import { keyOf, OwnWrites } from './own-writes.ts'
import * as queries from './queries.ts'
import type { Source } from './source.ts'

type AnyDocument = Collections[CollectionName]

/** A transaction that records what it has read, so that its commit can check that none of it has changed. */
export class OptimisticTransaction implements Transaction {
  readonly #source: Source
  readonly #documents: Documents
  /**
   * Each document as it was first read: a transaction never sees two states of one document. Undefined for a document
   * that was put without being read, which must be new.
   */
  readonly #seen = new Map<string, AnyDocument | undefined>()
  /** Documents that must be unchanged at the commit, even if they are not written. */
  readonly #checked = new Map<string, { readonly collection: CollectionName; readonly id: string }>()
  readonly #lists: { collection: CollectionName; index: string; key: string; ids: string }[] = []
  readonly #own = new OwnWrites()
  readonly #active: { readonly userId: string; readonly day: GameDay }[] = []
  readonly #locks = new Map<string, () => void>()
  readonly newBlobs = new Map<string, Uint8Array>()

  constructor(source: Source) {
    this.#source = source
    this.#documents = source.documents
  }

  /** Whether everything that this transaction depends on is unchanged (see {@link Transaction}). */
  get isCurrent(): boolean {
    for (const [key, { collection, id }] of this.#checked) {
      if (this.#documents.get(collection, id) !== this.#seen.get(key)) return false
    }
    for (const { collection, id } of this.#own.isCleared ? [] : this.#own.changes) {
      const key = keyOf(collection, id)
      if (!this.#seen.has(key)) continue
      if (this.#documents.get(collection, id) !== this.#seen.get(key)) return false
    }
    return this.#lists.every(
      ({ collection, index, key, ids }) => this.#documents.find(collection, index, key).join() === ids,
    )
  }

  get isReadOnly(): boolean {
    return this.#own.changes.length === 0 && !this.#own.isCleared && this.newBlobs.size === 0
  }

  /**
   * The changes of a commit. A game that moves to another day, as in a restored world, is removed first: stores keep games
   * by day.
   */
  get changes(): readonly Change[] {
    const own = this.#own.changes.flatMap((change) =>
      this.#movesGame(change) ? [{ ...change, document: null }, change] : [change],
    )
    return [...(this.#own.isCleared ? this.#removals() : []), ...own]
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    if (collection === 'games') await this.#loadGame(id)
    const document = this.#read(collection, id)
    const key = keyOf(collection, id)
    if (this.#seen.has(key)) this.#checked.set(key, { collection, id })
    return document
  }

  async getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]> {
    const documents: Collections[C][] = []
    for (const id of ids) {
      if (collection === 'games') await this.#loadGame(id)
      const document = this.#read(collection, id)
      if (document) documents.push(document)
    }
    return documents
  }

  async player(userId: string): Promise<User | undefined> {
    const [player] = await this.getMany('users', [userId])
    return player
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    await this.#loadUnder(collection, key)
    const stored = this.#documents.find(collection, index, key)
    this.#lists.push({ collection, index, key, ids: stored.join() })
    for (const id of stored) {
      this.#see(collection, id)
      this.#checked.set(keyOf(collection, id), { collection, id })
    }
    return this.#withOwn(collection, stored, this.#own.documents?.find(collection, index, key))
  }

  async findMany<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]> {
    const found = new Set<Collections[C]>()
    for (const key of keys) {
      await this.#loadUnder(collection, key)
      const stored = this.#documents.find(collection, index, key)
      const own = this.#own.documents?.find(collection, index, key)
      for (const document of this.#withOwn(collection, stored, own)) found.add(document)
    }
    return [...found]
  }

  async openPublicGames(day: GameDay, now: Instant): Promise<Game[]> {
    await this.lock(`public games of ${day}`)
    return this.#note('games', queries.openPublicGames(this.#documents, day, now))
  }

  async groupsAfter(afterId: string, limit: number): Promise<Group[]> {
    return this.#note('groups', queries.groupsAfter(this.#documents, afterId, limit))
  }

  async gamesToClose(day: GameDay, now: Instant, limit: number): Promise<Game[]> {
    return this.#note('games', queries.gamesToClose(this.#documents, day, now, limit))
  }

  async unannouncedGames(now: Instant, limit: number): Promise<UnannouncedGame[]> {
    return this.#note('outbox', queries.unannouncedGames(this.#documents, now, limit))
  }

  async countPlayers(day: GameDay): Promise<number> {
    await this.#source.loadDay(day)
    return this.#documents.countPlayers(day)
  }

  async gamesOf(userId: string): Promise<GameSummary[]> {
    return this.#own.mergeGamesOf(userId, await this.#source.gamesOf(userId))
  }

  async gamesOfDay(day: GameDay): Promise<Game[]> {
    await this.#source.loadDay(day)
    return this.#withOwn('games', this.#documents.idsOfDay(day), this.#own.documents?.idsOfDay(day))
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    if (collection === 'games') await this.#source.loadAllGames()
    return this.#withOwn(collection, this.#documents.ids(collection), this.#own.documents?.ids(collection))
  }

  /** Runs synchronously once all games are loaded, so that no other transaction runs in between. */
  async everything(): Promise<Everything> {
    await this.#source.loadAllGames()
    const documents = this.#documents
    const all = <C extends CollectionName>(collection: C): Collections[C][] =>
      documents.ids(collection).flatMap((id) => documents.get(collection, id) ?? [])
    return {
      users: all('users'),
      groups: all('groups'),
      games: all('games'),
      reactions: all('reactions'),
      pushTokens: all('pushTokens'),
      outbox: all('outbox'),
      rollover: all('rollover'),
    }
  }

  async count(collection: CollectionName): Promise<number> {
    if (collection !== 'games') return this.#documents.count(collection)
    return this.#source.countGames()
  }

  put<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    const key = keyOf(collection, id)
    if (!this.#seen.has(key)) this.#seen.set(key, undefined)
    this.#own.add({ collection, id, document })
  }

  remove(collection: CollectionName, id: string): void {
    this.#own.add({ collection, id, document: null })
  }

  clear(): void {
    this.#own.clear()
  }

  noteActive(userId: string, day: GameDay): void {
    this.#active.push({ userId, day })
  }

  async blob(sha256: string): Promise<Uint8Array | undefined> {
    return this.newBlobs.get(sha256) ?? this.#source.blob(sha256)
  }

  async blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    const blobs = new Map<string, Uint8Array>()
    for (const sha256 of sha256s) {
      const bytes = await this.blob(sha256)
      if (bytes) blobs.set(sha256, bytes)
    }
    return blobs
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.newBlobs.set(sha256, bytes)
  }

  async lock(name: string): Promise<void> {
    if (!this.#locks.has(name)) this.#locks.set(name, await this.#source.locks.acquire(name))
  }

  /** Loads everything that a commit would change. */
  async loadChanged(): Promise<void> {
    if (this.#own.isCleared) return this.#source.loadAllGamesToRemove()
    for (const { collection, id, document } of this.#own.changes) {
      if (collection !== 'games') continue
      if (!document) await this.#source.loadGame(id)
      const before = this.#documents.get('games', id)
      for (const game of [before, document as Game | null]) if (game) await this.#source.loadDay(game.day)
    }
  }

  #movesGame({ collection, id, document }: Change): boolean {
    if (collection !== 'games' || !document) return false
    const before = this.#documents.get('games', id)
    return before !== undefined && before.day !== (document as Game).day
  }

  /** Called when the changes have been applied in memory, where other transactions see them. */
  applied(): void {
    if (this.#own.isCleared) this.#documents.forgetActive()
    for (const { userId, day } of this.#active) this.#documents.noteActive(userId, day)
    this.#unlock()
  }

  /** Called when the transaction ends, committed or not. */
  release(): void {
    this.#unlock()
    this.#source.release()
  }

  #unlock(): void {
    for (const release of this.#locks.values()) release()
    this.#locks.clear()
  }

  async #loadGame(id: string): Promise<void> {
    if (!this.#own.isCleared && !this.#own.get('games', id)) await this.#source.loadGame(id)
  }

  /** The document, which must be in memory if it is a game. */
  #read<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    const own = this.#own.get(collection, id)
    if (own) return (own.document ?? undefined) as Collections[C] | undefined
    return this.#own.isCleared ? undefined : this.#see(collection, id)
  }

  /** The stored document as this transaction first read it. */
  #see<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    const key = keyOf(collection, id)
    if (this.#seen.has(key)) return this.#seen.get(key) as Collections[C] | undefined
    const document = this.#documents.get(collection, id)
    this.#seen.set(key, document)
    return document
  }

  #note<C extends CollectionName>(collection: C, documents: Collections[C][]): Collections[C][] {
    return documents.flatMap((document) => this.#see(collection, idOf(collection, document)) ?? [])
  }

  async #loadUnder(collection: CollectionName, key: string): Promise<void> {
    // The keys of both searchable indexes of games end with the day.
    if (collection === 'games') await this.#source.loadDay(dayIn(key))
  }

  /** Stored documents merged with the transaction's own writes, in the order of ids. */
  #withOwn<C extends CollectionName>(
    collection: C,
    stored: readonly string[],
    own: readonly string[] = [],
  ): Collections[C][] {
    const untouched = this.#own.isCleared ? [] : stored.filter((id) => !this.#own.get(collection, id))
    const documents = untouched.flatMap((id) => this.#see(collection, id) ?? [])
    return this.#own.merge(collection, documents, own)
  }

  /** Removals of all committed documents that are not put again. */
  *#removals(): Generator<Change> {
    for (const collection of Object.keys(collections) as CollectionName[]) {
      for (const id of this.#documents.ids(collection)) {
        if (!this.#own.get(collection, id)) yield { collection, id, document: null }
      }
    }
  }
}
