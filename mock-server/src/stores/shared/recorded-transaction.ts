import type { CollectionName, Collections, Everything, IndexOf } from '../../engine/collections.ts'
import {
  type Countable,
  type Found,
  type Searches,
  type SearchName,
  searched,
  type Transaction,
} from '../../engine/transaction.ts'
import type { Game } from '../../rules/game/game.ts'
import type { GameSummary } from '../../rules/game/history.ts'
import type { GameDay } from '../../rules/time/day.ts'
import type { Instant } from '../../rules/time/instant.ts'
import { idOf } from './document-keys.ts'
import { keyOf, OwnWrites } from './own-writes.ts'
import { type Row, type Seen, SeenDocuments, type SeenList } from './seen-documents.ts'

/**
 * A transaction that records what it reads and writes, so that its commit can check that nothing that it depends on has
 * changed. The stores add how they read what is committed, and the commit.
 */
export abstract class RecordedTransaction implements Transaction {
  readonly seen = new SeenDocuments()
  /** The keys of documents that must be unchanged at the commit, even if they are not written. */
  readonly checked = new Set<string>()
  readonly lists: SeenList[] = []
  readonly own = new OwnWrites()
  readonly newBlobs = new Map<string, Uint8Array>()

  protected abstract readIds(collection: CollectionName, ids: readonly string[]): Promise<readonly Row[]>
  /** @returns the documents under any of the keys, in the order of ids and possibly repeated. */
  protected abstract readUnder<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<readonly Row[]>
  protected abstract readFound<S extends SearchName>(
    name: S,
    parameters: Parameters<Searches[S]>,
  ): Promise<readonly Row[]>
  protected abstract readGamesOf(userId: string): Promise<GameSummary[]>
  protected abstract readBlobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>>
  abstract openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Promise<Game[]>
  abstract count(what: Countable): Promise<number>
  abstract everything(): Promise<Everything>
  abstract lock(name: string): Promise<void>

  /** Whether its commit changes nothing. */
  get isReadOnly(): boolean {
    return this.own.changes.length === 0 && !this.own.isCleared && this.newBlobs.size === 0
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const [document] = await this.getMany(collection, [id])
    if (this.seen.has(collection, id)) this.checked.add(keyOf(collection, id))
    return document
  }

  async getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]> {
    if (!this.own.isCleared)
      await this.see(
        collection,
        ids.filter((id) => !this.own.get(collection, id)),
      )
    return ids.flatMap((id) => {
      const own = this.own.get(collection, id)
      const document = own ? own.document : this.own.isCleared ? null : this.seen.document(collection, id)
      return document ? [document as Collections[C]] : []
    })
  }

  /** Reads the documents that this transaction has not read. */
  async see(collection: CollectionName, ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.seen.has(collection, id))
    if (unknown.length === 0) return
    this.note(collection, await this.readIds(collection, unknown))
    for (const id of unknown) this.seen.addMissing(collection, id)
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    const stored = this.note(collection, await this.readUnder(collection, index, [key]))
    const ids = stored.map((document) => idOf(collection, document))
    this.lists.push({ collection, index, key, ids })
    for (const id of ids) this.checked.add(keyOf(collection, id))
    return this.own.merge(collection, stored, this.own.documents?.find(collection, index, key))
  }

  async findMany<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]> {
    const stored = new Set(this.note(collection, await this.readUnder(collection, index, keys)))
    const own = new Set(keys.flatMap((key) => this.own.documents?.find(collection, index, key) ?? []))
    return this.own.merge(collection, [...stored], [...own])
  }

  async search<S extends SearchName>(name: S, ...parameters: Parameters<Searches[S]>): Promise<Found<S>[]> {
    return this.note(searched[name], await this.readFound(name, parameters)) as Found<S>[]
  }

  async gamesOf(userId: string): Promise<GameSummary[]> {
    return this.own.mergeGamesOf(userId, await this.readGamesOf(userId))
  }

  async blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    const own = [...this.newBlobs].filter(([sha256]) => sha256s.includes(sha256))
    const others = sha256s.filter((sha256) => !this.newBlobs.has(sha256))
    return new Map([...own, ...(others.length > 0 ? await this.readBlobs(others) : [])])
  }

  insert<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    this.seen.addMissing(collection, id)
    this.own.insert(collection, document, this.seen.document(collection, id) !== undefined)
  }

  replace<C extends CollectionName>(collection: C, before: Collections[C], after: Collections[C]): void {
    const isRead = this.seen.document(collection, idOf(collection, before)) !== undefined
    this.own.replace(collection, before, after, isRead)
  }

  remove(collection: CollectionName, id: string): void {
    this.own.remove(collection, id)
  }

  clear(): void {
    this.own.clear()
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.newBlobs.set(sha256, bytes)
  }

  /** The stored documents, each as this transaction first read it. */
  protected note<C extends CollectionName>(collection: C, rows: readonly Row[]): Collections[C][] {
    for (const row of rows) this.seen.add(collection, row)
    return rows.flatMap(({ id }) => this.seen.document(collection, id) ?? [])
  }

  /** The documents that must be unchanged at the commit, as they were read. */
  get checkedDocuments(): Seen[] {
    return [...this.checked].flatMap((key) => this.seen.get(key) ?? [])
  }
}
