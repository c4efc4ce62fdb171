import {
  type CollectionName,
  type Collections,
  collections,
  type Everything,
  type IndexOf,
} from '../../engine/collections.ts'
import { type Countable, type Searches, type SearchName, searched } from '../../engine/transaction.ts'
import type { Game } from '../../rules/game/game.ts'
import type { GameSummary } from '../../rules/game/history.ts'
import type { GameDay } from '../../rules/time/day.ts'
import type { Instant } from '../../rules/time/instant.ts'
import { changedLists, idOf, listKey } from './document-keys.ts'
import type { Change, Documents } from './documents.ts'
import type { Locks } from './locks.ts'
import { keyOf } from './own-writes.ts'
import { RecordedTransaction } from './recorded-transaction.ts'
import type { Row } from './seen-documents.ts'

const names = Object.keys(collections) as CollectionName[]

/** What transactions in memory read. */
export interface Source {
  /** Committed documents only. */
  readonly documents: Documents
  readonly locks: Locks
  blob(sha256: string): Promise<Uint8Array | undefined>
}

/** A transaction over documents in memory. */
export class OptimisticTransaction extends RecordedTransaction {
  readonly #source: Source
  readonly #documents: Documents
  readonly #locks = new Map<string, () => void>()

  constructor(source: Source) {
    super()
    this.#source = source
    this.#documents = source.documents
  }

  /** Whether everything that this transaction depends on is unchanged (see {@link Transaction}). */
  get isCurrent(): boolean {
    const isUnchanged = ({ collection, id }: { collection: CollectionName; id: string }) =>
      this.#documents.get(collection, id) === this.seen.document(collection, id)
    return (
      this.checkedDocuments.every(isUnchanged) &&
      this.#changesOfSeen().every(isUnchanged) &&
      this.lists.every(
        ({ collection, index, key, ids }) =>
          this.#documents.find(collection, index, key).join() === ids.join(),
      )
    )
  }

  /** The keys of the documents and lists that this transaction depends on, in the terms of {@link changedKeys}. */
  get dependencies(): string[] {
    return [
      ...this.checked,
      ...this.#changesOfSeen().map(({ collection, id }) => keyOf(collection, id)),
      ...this.lists.map(({ collection, index, key }) => listKey(collection, index, key)),
    ]
  }

  /** The keys of the documents and lists that its commit changes. */
  get changedKeys(): string[] {
    return this.own.changes.flatMap(({ collection, id, document }) => [
      keyOf(collection, id),
      ...changedLists(collection, this.#documents.get(collection, id), document),
    ])
  }

  /** Whether it removes all committed documents. */
  get isCleared(): boolean {
    return this.own.isCleared
  }

  /** The changes of a commit. */
  get changes(): readonly Change[] {
    return [...(this.own.isCleared ? this.#removals() : []), ...this.own.changes]
  }

  protected async readIds(collection: CollectionName, ids: readonly string[]): Promise<Row[]> {
    return ids.flatMap((id) => rowsOf(collection, [this.#documents.get(collection, id)]))
  }

  protected async readUnder<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Row[]> {
    return this.readIds(
      collection,
      keys.flatMap((key) => this.#documents.find(collection, index, key)),
    )
  }

  protected async readFound<S extends SearchName>(
    name: S,
    parameters: Parameters<Searches[S]>,
  ): Promise<Row[]> {
    const find = this.#documents[name] as (...given: typeof parameters) => Collections[CollectionName][]
    return rowsOf(searched[name], find.apply(this.#documents, parameters))
  }

  protected async readGamesOf(userId: string): Promise<GameSummary[]> {
    return this.#documents.gamesOf(userId)
  }

  protected async readBlobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    const blobs = new Map<string, Uint8Array>()
    for (const sha256 of sha256s) {
      const bytes = await this.#source.blob(sha256)
      if (bytes) blobs.set(sha256, bytes)
    }
    return blobs
  }

  async openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Promise<Game[]> {
    await this.lock(`public games of ${day}`)
    return this.note('games', rowsOf('games', this.#documents.openPublicGames(day, now, avoided)))
  }

  async count(what: Countable): Promise<number> {
    return this.#documents.count(what)
  }

  /** Runs synchronously, so that no other transaction runs in between. */
  async everything(): Promise<Everything> {
    const documents = this.#documents
    const all = (name: CollectionName) => documents.ids(name).map((id) => documents.get(name, id))
    return Object.fromEntries(names.map((name) => [name, all(name)])) as unknown as Everything
  }

  async lock(name: string): Promise<void> {
    if (!this.#locks.has(name)) this.#locks.set(name, await this.#source.locks.acquire(name))
  }

  /** Applies the changes to the documents, where other transactions see them. */
  apply(): void {
    this.#documents.apply(this.changes)
  }

  /** Releases the locks. Called when the transaction ends, committed or not. */
  release(): void {
    for (const release of this.#locks.values()) release()
    this.#locks.clear()
  }

  /** A transaction that clears the store replaces whatever is there. */
  #changesOfSeen(): readonly Change[] {
    if (this.own.isCleared) return []
    return this.own.changes.filter(({ collection, id }) => this.seen.has(collection, id))
  }

  /** Removals of all committed documents that are not put again. */
  *#removals(): Generator<Change> {
    for (const collection of names) {
      for (const id of this.#documents.ids(collection)) {
        if (!this.own.get(collection, id)) yield { collection, id, document: null }
      }
    }
  }
}

const rowsOf = (
  collection: CollectionName,
  documents: readonly (Collections[CollectionName] | undefined)[],
): Row[] => documents.flatMap((doc) => (doc ? { id: idOf(collection, doc), version: '', doc } : []))
