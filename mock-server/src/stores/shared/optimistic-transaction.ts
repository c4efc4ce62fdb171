import {
  type CollectionName,
  type Collections,
  collections,
  type Everything,
  type IndexOf,
  type Transaction,
} from '../../engine/store.ts'
import type { UnannouncedGame } from '../../engine/world.ts'
import type { GameDay } from '../../rules/day.ts'
import type { DueMessage } from '../../rules/due-message.ts'
import type { Game } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'
import type { GameSummary } from '../../rules/history.ts'
import type { Instant } from '../../rules/instant.ts'
import type { Decision, QueueQuery, ReportedThing } from '../../rules/safety.ts'
import type { User } from '../../rules/user.ts'
import { idOf, indexKeys } from './document-keys.ts'
import type { Change, Documents } from './documents.ts'
import type { Locks } from './locks.ts'
import { keyOf, OwnWrites } from './own-writes.ts'

type AnyDocument = Collections[CollectionName]

const names = Object.keys(collections) as CollectionName[]

/** What transactions in memory read. */
export interface Source {
  /** Committed documents only. */
  readonly documents: Documents
  readonly locks: Locks
  blob(sha256: string): Promise<Uint8Array | undefined>
}

/** A transaction that records what it has read, so that its commit can check that none of it has changed. */
export class OptimisticTransaction implements Transaction {
  readonly #source: Source
  readonly #documents: Documents
  /**
   * Each document as it was first read: a transaction never sees two states of one document. Undefined for a document
   * that was inserted without being read, which must be new.
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
    const isUnchanged = ({ collection, id }: { collection: CollectionName; id: string }) =>
      this.#documents.get(collection, id) === this.#seen.get(keyOf(collection, id))
    return (
      [...this.#checked.values()].every(isUnchanged) &&
      this.#changesOfSeen().every(isUnchanged) &&
      this.#lists.every(
        ({ collection, index, key, ids }) => this.#documents.find(collection, index, key).join() === ids,
      )
    )
  }

  /** The keys of the documents and lists that this transaction depends on, in the terms of {@link changedKeys}. */
  get dependencies(): string[] {
    return [
      ...this.#checked.keys(),
      ...this.#changesOfSeen().map(({ collection, id }) => keyOf(collection, id)),
      ...this.#lists.map(({ collection, index, key }) => listKey(collection, index, key)),
    ]
  }

  /** The keys of the documents and lists that its commit changes. */
  get changedKeys(): string[] {
    return this.#own.changes.flatMap(({ collection, id, document }) => {
      const before = this.#documents.get(collection, id)
      const lists = Object.keys(collections[collection].indexes).flatMap((index) =>
        [before, document].flatMap((each) =>
          each ? indexKeys(collection, index, each).map((key) => listKey(collection, index, key)) : [],
        ),
      )
      return [keyOf(collection, id), ...lists]
    })
  }

  get isReadOnly(): boolean {
    return this.#own.changes.length === 0 && !this.#own.isCleared && this.newBlobs.size === 0
  }

  /** Whether it removes all committed documents. */
  get isCleared(): boolean {
    return this.#own.isCleared
  }

  /** The changes of a commit. */
  get changes(): readonly Change[] {
    return [...(this.#own.isCleared ? this.#removals() : []), ...this.#own.changes]
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const document = this.#read(collection, id)
    const key = keyOf(collection, id)
    if (this.#seen.has(key)) this.#checked.set(key, { collection, id })
    return document
  }

  async getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]> {
    return ids.flatMap((id) => this.#read(collection, id) ?? [])
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
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
      const stored = this.#documents.find(collection, index, key)
      const own = this.#own.documents?.find(collection, index, key)
      for (const document of this.#withOwn(collection, stored, own)) found.add(document)
    }
    return [...found]
  }

  async openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Promise<Game[]> {
    await this.lock(`public games of ${day}`)
    return this.#note('games', this.#documents.openPublicGames(day, now, avoided))
  }

  async groupsAfter(afterId: string, limit: number): Promise<Group[]> {
    return this.#note('groups', this.#documents.groupsAfter(afterId, limit))
  }

  async gamesToClose(day: GameDay, now: Instant, limit: number): Promise<Game[]> {
    return this.#note('games', this.#documents.gamesToClose(day, now, limit))
  }

  async unannouncedGames(now: Instant, limit: number): Promise<UnannouncedGame[]> {
    return this.#note('outbox', this.#documents.unannouncedGames(now, limit))
  }

  async dueMessages(now: Instant, limit: number): Promise<DueMessage[]> {
    return this.#note('messages', this.#documents.dueMessages(now, limit))
  }

  async reportQueue(query: QueueQuery): Promise<ReportedThing[]> {
    return this.#note('reportedThings', this.#documents.reportQueue(query))
  }

  async openReports(): Promise<{ count: number; oldest: Instant | null }> {
    return this.#documents.openReports()
  }

  async latestDecisions(before: string | undefined, limit: number): Promise<Decision[]> {
    return this.#documents.latestDecisions(before, limit)
  }

  async usersLike(text: string, limit: number): Promise<User[]> {
    return this.#note('users', this.#documents.usersLike(text, limit))
  }

  async matching<C extends 'users' | 'groups'>(
    collection: C,
    text: string,
    afterId: string,
    limit: number,
  ): Promise<Collections[C][]> {
    return this.#note(collection, this.#documents.matching(collection, text, afterId, limit))
  }

  async countPlayers(day: GameDay): Promise<number> {
    return this.#documents.countPlayers(day)
  }

  async gamesOf(userId: string): Promise<GameSummary[]> {
    return this.#own.mergeGamesOf(userId, this.#documents.gamesOf(userId))
  }

  async gamesOfDay(day: GameDay): Promise<Game[]> {
    return this.#withOwn('games', this.#documents.idsOfDay(day), this.#own.documents?.idsOfDay(day))
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    return this.#withOwn(collection, this.#documents.ids(collection), this.#own.documents?.ids(collection))
  }

  /** Runs synchronously, so that no other transaction runs in between. */
  async everything(): Promise<Everything> {
    const documents = this.#documents
    const all = (name: CollectionName) => documents.ids(name).map((id) => documents.get(name, id))
    return Object.fromEntries(names.map((name) => [name, all(name)])) as unknown as Everything
  }

  async count(collection: CollectionName): Promise<number> {
    return this.#documents.count(collection)
  }

  insert<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    const key = keyOf(collection, id)
    if (!this.#seen.has(key)) this.#seen.set(key, undefined)
    this.#own.insert(collection, document, this.#seen.get(key) !== undefined)
  }

  replace<C extends CollectionName>(collection: C, before: Collections[C], after: Collections[C]): void {
    const isRead = this.#seen.get(keyOf(collection, idOf(collection, before))) !== undefined
    this.#own.replace(collection, before, after, isRead)
  }

  remove(collection: CollectionName, id: string): void {
    this.#own.remove(collection, id)
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

  /** Applies the changes to the documents, where other transactions see them. */
  apply(): void {
    this.#documents.apply(this.changes)
    if (this.#own.isCleared) this.#documents.forgetActive()
    for (const { userId, day } of this.#active) this.#documents.noteActive(userId, day)
  }

  /** Releases the locks. Called when the transaction ends, committed or not. */
  release(): void {
    for (const release of this.#locks.values()) release()
    this.#locks.clear()
  }

  /** The document as this transaction sees it. */
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

  /** A transaction that clears the store replaces whatever is there. */
  #changesOfSeen(): readonly Change[] {
    if (this.#own.isCleared) return []
    return this.#own.changes.filter(({ collection, id }) => this.#seen.has(keyOf(collection, id)))
  }

  /** Removals of all committed documents that are not put again. */
  *#removals(): Generator<Change> {
    for (const collection of names) {
      for (const id of this.#documents.ids(collection)) {
        if (!this.#own.get(collection, id)) yield { collection, id, document: null }
      }
    }
  }
}

const listKey = (collection: CollectionName, index: string, key: string): string =>
  `${collection} ${index} ${key}`
