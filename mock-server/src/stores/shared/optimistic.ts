import {
  type CollectionName,
  type Collections,
  collections,
  type Everything,
  type IndexOf,
  type Transaction,
} from '../../engine/store.ts'
import type { OutboxEntry } from '../../engine/world.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Instant } from '../../rules/instant.ts'
import type { User } from '../../rules/user.ts'
import { type Change, type Documents, idOf } from './documents.ts'
import type { Locks } from './locks.ts'
import { keyOf, OwnWrites } from './own-writes.ts'
import * as queries from './queries.ts'

type AnyDocument = Collections[CollectionName]

/** What transactions read. A store that does not hold everything in memory loads it on demand. */
export interface Source {
  /** What is in memory; open games always are. */
  readonly documents: Documents
  readonly locks: Locks
  blob(sha256: string): Promise<Uint8Array | undefined>
  /** Brings the game into memory, when there is one, until {@link release}. */
  bringGame(id: string): Promise<void>
  /** Brings all games of a day. */
  bringDay(day: GameDay): Promise<void>
  bringAllGames(): Promise<void>
  gamesOf(userId: string): Promise<GameSummary[]>
  countGames(): number
  /** The transaction is over. */
  release(): void
}

/** The source of a store that always has all documents in memory, but for its blobs. */
export const allInMemory = (documents: Documents, locks: Locks): Omit<Source, 'blob'> => ({
  documents,
  locks,
  bringGame: async () => {},
  bringDay: async () => {},
  bringAllGames: async () => {},
  gamesOf: async (userId) => documents.gamesOf(userId),
  countGames: () => documents.count('games'),
  release: () => {},
})

/** A transaction that remembers what it has read, so that a commit can tell whether that still holds. */
export class OptimisticTransaction implements Transaction {
  readonly #source: Source
  readonly #documents: Documents
  /**
   * What was read first under each key, since a transaction never sees two states of one document. Nothing stands for
   * a document that was put without having been read: it must be new.
   */
  readonly #seen = new Map<string, AnyDocument | undefined>()
  /** Documents that were read, and must not have changed even if they are not written. */
  readonly #checked = new Map<string, { readonly collection: CollectionName; readonly id: string }>()
  readonly #lists: { collection: CollectionName; index: string; key: string; ids: string }[] = []
  readonly #own = new OwnWrites()
  readonly #active: { readonly userId: string; readonly day: GameDay }[] = []
  readonly #locks = new Map<string, () => void>()
  readonly blobs = new Map<string, Uint8Array>()

  constructor(source: Source) {
    this.#source = source
    this.#documents = source.documents
  }

  /** Whether what this transaction relies on is unchanged (see {@link Transaction}). */
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
    return this.#own.changes.length === 0 && !this.#own.isCleared && this.blobs.size === 0
  }

  /** What a commit changes. */
  get changes(): readonly Change[] {
    return [...(this.#own.isCleared ? this.#removals() : []), ...this.#own.changes]
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const document = await this.#read(collection, id)
    const key = keyOf(collection, id)
    if (this.#seen.has(key)) this.#checked.set(key, { collection, id })
    return document
  }

  async getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]> {
    const documents: Collections[C][] = []
    for (const id of ids) {
      const document = await this.#read(collection, id)
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
    await this.#bringUnder(collection, key)
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
      await this.#bringUnder(collection, key)
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

  async outboxDue(now: Instant, limit: number): Promise<OutboxEntry[]> {
    return this.#note('outbox', queries.outboxDue(this.#documents, now, limit))
  }

  async countPlayers(day: GameDay): Promise<number> {
    await this.#source.bringDay(day)
    return this.#documents.players.count(day)
  }

  async gamesOf(userId: string): Promise<GameSummary[]> {
    return this.#own.mergeGamesOf(userId, await this.#source.gamesOf(userId))
  }

  async gamesOfDay(day: GameDay): Promise<Game[]> {
    await this.#source.bringDay(day)
    return this.#withOwn('games', this.#documents.idsOfDay(day), this.#own.documents?.idsOfDay(day))
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    if (collection === 'games') await this.#source.bringAllGames()
    return this.#withOwn(collection, this.#documents.ids(collection), this.#own.documents?.ids(collection))
  }

  /** Nothing here waits once all games are in memory, so that no other transaction comes in between. */
  async everything(): Promise<Everything> {
    await this.#source.bringAllGames()
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
    return this.blobs.get(sha256) ?? this.#source.blob(sha256)
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.blobs.set(sha256, bytes)
  }

  async lock(name: string): Promise<void> {
    if (!this.#locks.has(name)) this.#locks.set(name, await this.#source.locks.acquire(name))
  }

  /** Brings all that a commit would change into memory. */
  async bringChanged(): Promise<void> {
    if (this.#own.isCleared) await this.#source.bringAllGames()
    for (const { collection, id, document } of this.#own.changes) {
      if (collection !== 'games') continue
      if (document) await this.#source.bringDay((document as Game).day)
      else await this.#source.bringGame(id)
    }
  }

  /** The changes stand in memory, for the next transactions to see. */
  applied(): void {
    if (this.#own.isCleared) this.#documents.players.forgetActive()
    for (const { userId, day } of this.#active) this.#documents.players.noteActive(userId, day)
    this.#unlock()
  }

  /** The transaction is over, committed or not. */
  release(): void {
    this.#unlock()
    this.#source.release()
  }

  #unlock(): void {
    for (const release of this.#locks.values()) release()
    this.#locks.clear()
  }

  async #read<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const own = this.#own.get(collection, id)
    if (own) return (own.document ?? undefined) as Collections[C] | undefined
    if (this.#own.isCleared) return undefined
    if (collection === 'games') await this.#source.bringGame(id)
    return this.#see(collection, id)
  }

  /** The stored document, as it was when this transaction saw it first. */
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

  async #bringUnder(collection: CollectionName, key: string): Promise<void> {
    // Both indexes of games that can be searched are by day.
    if (collection === 'games') await this.#source.bringDay(key.slice(key.lastIndexOf(' ') + 1))
  }

  /** Stored documents as this transaction has them, and those it has put; in the order of ids. */
  #withOwn<C extends CollectionName>(
    collection: C,
    stored: readonly string[],
    own: readonly string[] = [],
  ): Collections[C][] {
    const untouched = this.#own.isCleared ? [] : stored.filter((id) => !this.#own.get(collection, id))
    const documents = untouched.flatMap((id) => this.#see(collection, id) ?? [])
    return this.#own.merge(collection, documents, own)
  }

  /** Everything that is committed and not put again. */
  *#removals(): Generator<Change> {
    for (const collection of Object.keys(collections) as CollectionName[]) {
      for (const id of this.#documents.ids(collection)) {
        if (!this.#own.get(collection, id)) yield { collection, id, document: null }
      }
    }
  }
}

/** More tries than honest contention ever needs. */
const MAX_TRIES = 100

/**
 * Runs `work` until a commit finds what it relies on unchanged. `commit` says whether it took the transaction; it must
 * check `isCurrent` and apply the changes without anything in between, and then call `applied`.
 */
export async function runOptimistically<T>(
  begin: () => OptimisticTransaction,
  work: (transaction: Transaction) => Promise<T>,
  commit: (transaction: OptimisticTransaction) => Promise<boolean>,
  onRetry: () => void = () => {},
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const transaction = begin()
    try {
      const result = await work(transaction)
      if (await commit(transaction)) return result
    } finally {
      transaction.release()
    }
    onRetry()
  }
  throw new Error(
    `A transaction found its data changed ${MAX_TRIES} times; or it puts a document without having read it`,
  )
}
