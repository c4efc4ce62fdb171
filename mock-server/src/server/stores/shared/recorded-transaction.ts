import { type CollectionName, type Collections, type IndexOf, idOf } from '../../../engine/collections.ts'
import {
  type Countable,
  type Found,
  type Searches,
  type SearchName,
  searched,
  type Transaction,
} from '../../../engine/transaction.ts'
import { indexKeys, keyOf } from './document-keys.ts'
import type { Change } from './documents.ts'

type AnyDocument = Collections[CollectionName]

/** A stored document. Stores in memory have no versions: they compare the documents themselves. */
export interface Row {
  readonly id: string
  readonly version: string
  readonly doc: AnyDocument
}

/** A document as a transaction has first read it. A missing one has no version. */
export interface Seen {
  readonly collection: CollectionName
  readonly id: string
  readonly version: string | null
  readonly document: AnyDocument | undefined
}

/** A list that was read with `find`. */
export interface SeenList {
  readonly collection: CollectionName
  readonly index: string
  readonly key: string
  readonly ids: readonly string[]
}

/** A document before and after a transaction. */
export interface Written {
  readonly collection: CollectionName
  readonly id: string
  readonly before: Seen
  /** Null when it is removed. */
  readonly after: AnyDocument | null
}

/**
 * A transaction that records what it reads and writes, so that its commit can check that nothing that it depends on has
 * changed. It never sees two states of one document. The stores add how they read what is committed, and the commit.
 */
export abstract class RecordedTransaction implements Transaction {
  /** The documents that were read, by {@link keyOf}. */
  readonly seen = new Map<string, Seen>()
  /** The keys of documents that must be unchanged at the commit, even if they are not written. */
  readonly checked = new Set<string>()
  readonly lists: SeenList[] = []
  readonly #changes = new Map<string, Change>()
  /** Whether what it removes and replaces must not stay on a disk. */
  isForgetting = false
  readonly newBlobs = new Map<string, Uint8Array>()

  /** @returns the stored documents with any of the ids or keys, possibly repeated; those of one key in the order of ids. */
  protected abstract read<C extends CollectionName>(
    collection: C,
    index: 'id' | IndexOf<C>,
    keys: readonly string[],
  ): Promise<readonly Row[]>
  protected abstract readFound<S extends SearchName>(
    name: S,
    parameters: Parameters<Searches[S]>,
  ): Promise<readonly Row[]>
  abstract blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>>
  abstract peekCount(what: Countable): Promise<number>
  abstract lock(name: string): Promise<void>

  /** The written and removed documents. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  /** Whether its commit changes nothing. */
  get isReadOnly(): boolean {
    return this.#changes.size === 0 && this.newBlobs.size === 0
  }

  /** The documents that must be unchanged at the commit, as they were read. */
  get checkedDocuments(): Seen[] {
    return [...this.checked].flatMap((key) => this.seen.get(key) ?? [])
  }

  /** The documents that its commit adds, replaces or removes. */
  get written(): Written[] {
    return [...this.#changes].flatMap(([key, { collection, id, document: after }]) => {
      const before = this.seen.get(key) ?? missing(collection, id)
      return before.document === undefined && after === null ? [] : { collection, id, before, after }
    })
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const key = keyOf(collection, id)
    if (!this.#changes.has(key)) await this.#see(collection, id)
    if (this.seen.has(key)) this.checked.add(key)
    return this.#current(collection, id) as Collections[C] | undefined
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    const stored = this.#note(collection, await this.read(collection, index, [key]))
    const ids = stored.map((document) => idOf(collection, document))
    this.lists.push({ collection, index, key, ids })
    for (const id of ids) this.checked.add(keyOf(collection, id))
    const found = this.#withOwn(collection, index, [key], stored)
    return found.sort((a, b) => (idOf(collection, a) < idOf(collection, b) ? -1 : 1))
  }

  async peek<C extends CollectionName>(
    collection: C,
    index: 'id' | IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]> {
    if (keys.length === 0) return []
    const stored = this.#note(collection, await this.read(collection, index, keys))
    return this.#withOwn(collection, index, keys, stored)
  }

  async peekSearch<S extends SearchName>(
    name: S,
    ...parameters: Parameters<Searches[S]>
  ): Promise<Found<S>[]> {
    const rows = await this.readFound(name, parameters)
    const collection = searched[name]
    return (collection ? this.#note(collection, rows) : rows.map(({ doc }) => doc)) as Found<S>[]
  }

  insert<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    if (this.#current(collection, id))
      throw new Error(`${collection} ${id} is inserted, but it exists: replace it`)
    this.#addMissing(collection, id)
    this.#change({ collection, id, document })
  }

  replace<C extends CollectionName>(collection: C, before: Collections[C], after: Collections[C]): void {
    const id = idOf(collection, after)
    if (!this.#current(collection, id) || id !== idOf(collection, before))
      throw new Error(`${collection} ${id} is replaced without having been read: read it, or insert it`)
    this.#change({ collection, id, document: after })
  }

  remove(collection: CollectionName, id: string): void {
    if (!this.seen.has(keyOf(collection, id)))
      throw new Error(`${collection} ${id} is removed without having been read: read it`)
    this.#change({ collection, id, document: null })
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.newBlobs.set(sha256, bytes)
  }

  forget(): void {
    this.isForgetting = true
  }

  /** Reads a document that this transaction has not read. */
  async #see(collection: CollectionName, id: string): Promise<void> {
    if (this.seen.has(keyOf(collection, id))) return
    this.#note(collection, await this.read(collection, 'id', [id]))
    this.#addMissing(collection, id)
  }

  #change(change: Change): void {
    this.#changes.set(keyOf(change.collection, change.id), change)
  }

  /** A document as this transaction has written or read it. */
  #current(collection: CollectionName, id: string): AnyDocument | null | undefined {
    const key = keyOf(collection, id)
    const own = this.#changes.get(key)
    if (own) return own.document ?? undefined
    return this.seen.get(key)?.document
  }

  /** Notes stored documents. @returns them, each as this transaction first read it. */
  #note<C extends CollectionName>(collection: C, rows: readonly Row[]): Collections[C][] {
    return rows.flatMap(({ id, version, doc }) => {
      const key = keyOf(collection, id)
      if (!this.seen.has(key)) this.seen.set(key, { collection, id, version, document: doc })
      return (this.seen.get(key)?.document as Collections[C] | undefined) ?? []
    })
  }

  #addMissing(collection: CollectionName, id: string): void {
    const key = keyOf(collection, id)
    if (!this.seen.has(key)) this.seen.set(key, missing(collection, id))
  }

  /** The documents with any of the keys, stored ones and own ones, each once and in the order of the keys. */
  #withOwn<C extends CollectionName>(
    collection: C,
    index: 'id' | IndexOf<C>,
    keys: readonly string[],
    stored: readonly Collections[C][],
  ): Collections[C][] {
    const isOwn = (document: AnyDocument) => this.#changes.has(keyOf(collection, idOf(collection, document)))
    const own = this.changes.flatMap((change) => (change.collection === collection && change.document) || [])
    const byKey = new Map<string, AnyDocument[]>()
    for (const document of [...stored.filter((each) => !isOwn(each)), ...own])
      for (const key of indexKeys(collection, index, document)) {
        const documents = byKey.get(key)
        if (documents) documents.push(document)
        else byKey.set(key, [document])
      }
    return [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))] as Collections[C][]
  }
}

/** A document that is not stored. */
const missing = (collection: CollectionName, id: string): Seen => ({
  collection,
  id,
  version: null,
  document: undefined,
})
