import { type Game, losesBlobs } from '../../../core/rules/game/game.ts'
import { type CollectionName, type Collections, type IndexOf, idOf } from '../../../engine/collections.ts'
import { type NewData, type Snapshot, StoreUnavailableError } from '../../../engine/store.ts'
import {
  type Countable,
  type Searches,
  type SearchName,
  searched,
  type Transaction,
} from '../../../engine/transaction.ts'
import { changedLists, keyOf, listKey } from './document-keys.ts'
import { Documents } from './documents.ts'
import { RecordedTransaction, type Row } from './recorded-transaction.ts'
import { searches } from './searches.ts'

/** What transactions in memory read. */
export interface Source {
  /** Committed documents only. */
  readonly documents: Documents
  readonly locks: Locks
  /** In a data folder, `Drawings` of stores/embedded. */
  readonly blobs: { read(sha256: string): Promise<Uint8Array | undefined> }
}

/** More attempts than real contention needs: retries run one at a time. */
const MAX_TRIES = 100

const RETRIES = 'retries'

/** What the stores in memory have in common. */
export abstract class OptimisticStore {
  /** Transactions that were tried again. */
  protected retries = 0

  /** What a transaction that begins now reads. */
  protected abstract source(): Source

  /**
   * Commits a transaction with writes.
   * @returns whether it succeeded: the store checks `isCurrent` before it applies the changes.
   */
  protected abstract commit(transaction: OptimisticTransaction): Promise<boolean>

  /**
   * Runs `work` and commits it. Retries until everything that it depends on is unchanged. Retries run one at a time, so that
   * many calls that change the same document do not fail each other again and again.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let leaveQueue = () => {}
    try {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const source = this.source()
        const transaction = new OptimisticTransaction(source)
        try {
          const result = await work(transaction)
          if (transaction.isReadOnly || (await this.commit(transaction))) return result
        } finally {
          transaction.release()
        }
        this.retries++
        if (tries === 0) leaveQueue = await source.locks.acquire(RETRIES)
      }
    } finally {
      leaveQueue()
    }
    throw new Error(
      `The data of a transaction changed ${MAX_TRIES} times, or it inserts an existing document`,
    )
  }

  /** See `Store.snapshot`. Documents are immutable: it copies the references to them. */
  async snapshot(): Promise<Snapshot> {
    const { documents, blobs } = this.source()
    const copied = documents.copy()
    const { generation } = documents
    return {
      pages: (collection) => sortedPages(copied[collection], (document) => idOf(collection, document)),
      blobs: async (sha256s) => {
        if (documents.generation !== generation)
          throw new StoreUnavailableError(new Error('All data was replaced while it was read'))
        return readEach(sha256s, (sha256) => blobs.read(sha256))
      },
      close: async () => {},
    }
  }
}

/** Collects what `Store.replaceAll` writes, beside the data that it replaces. */
export async function collect(write: (data: NewData) => Promise<void>): Promise<{
  documents: Documents
  blobs: Map<string, Uint8Array>
}> {
  const documents = new Documents()
  const blobs = new Map<string, Uint8Array>()
  await write({
    insert: async (collection, added) => {
      documents.add(collection, added)
    },
    putBlobs: async (added) => {
      for (const [sha256, bytes] of added) blobs.set(sha256, bytes)
    },
  })
  return { documents, blobs }
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
      this.#documents.get(collection, id) === this.seen.get(keyOf(collection, id))?.document
    return (
      this.checkedDocuments.every(isUnchanged) &&
      this.changes.every(isUnchanged) &&
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
      ...this.changes.map(({ collection, id }) => keyOf(collection, id)),
      ...this.lists.map(({ collection, index, key }) => listKey(collection, index, key)),
    ]
  }

  /** The keys of the documents and lists that its commit changes. */
  get changedKeys(): string[] {
    return this.changes.flatMap(({ collection, id, document }) => [
      keyOf(collection, id),
      ...changedLists(collection, this.#documents.get(collection, id), document),
    ])
  }

  /** Whether there may be blobs that no game names after its commit. Asked before its changes are applied. */
  get losesBlobs(): boolean {
    return this.changes.some(
      ({ collection, id, document }) =>
        collection === 'games' && losesBlobs(this.#documents.get('games', id), document as Game | null),
    )
  }

  protected async read<C extends CollectionName>(
    collection: C,
    index: 'id' | IndexOf<C>,
    keys: readonly string[],
  ): Promise<Row[]> {
    const ids = keys.flatMap((key) => this.#documents.find(collection, index, key))
    return rowsOf(
      collection,
      ids.map((id) => this.#documents.get(collection, id)),
    )
  }

  protected async readFound<S extends SearchName>(
    name: S,
    parameters: Parameters<Searches[S]>,
  ): Promise<Row[]> {
    // Otherwise, all but one of the players who join at once would be retried.
    if (name === 'openPublicGames') await this.lock(`public games of ${parameters[0]}`)
    const found: readonly unknown[] = searches[name](this.#documents, ...parameters)
    return rowsOf(searched[name] ?? 'games', found as Collections[CollectionName][])
  }

  blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>> {
    return readEach(sha256s, async (sha256) => this.newBlobs.get(sha256) ?? this.#source.blobs.read(sha256))
  }

  async peekCount(what: Countable): Promise<number> {
    return this.#documents.count(what)
  }

  async lock(name: string): Promise<void> {
    if (!this.#locks.has(name)) this.#locks.set(name, await this.#source.locks.acquire(name))
  }

  /** Applies the changes to the documents, where other transactions see them. @returns the parts that it has changed */
  apply(): Set<string> {
    return this.#documents.apply(this.changes)
  }

  /** Releases the locks. Called when the transaction ends, committed or not. */
  release(): void {
    for (const release of this.#locks.values()) release()
    this.#locks.clear()
  }
}

async function readEach(
  sha256s: readonly string[],
  read: Source['blobs']['read'],
): Promise<Map<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>()
  for (const sha256 of sha256s) {
    const bytes = await read(sha256)
    if (bytes) blobs.set(sha256, bytes)
  }
  return blobs
}

/** Documents per page. */
const PAGE = 200

/**
 * Pages of documents, sorted by id. They are sorted in parts, by the first character of their ids: sorting all at once would
 * make other calls wait.
 */
async function* sortedPages<D>(
  documents: readonly D[],
  idOf: (document: D) => string,
): AsyncGenerator<readonly D[]> {
  const parts = new Map<string, D[]>()
  for (const document of documents) {
    const first = idOf(document).slice(0, 1)
    const part = parts.get(first)
    if (part) part.push(document)
    else parts.set(first, [document])
  }
  for (const first of [...parts.keys()].sort()) {
    const part = (parts.get(first) ?? []).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    for (let from = 0; from < part.length; from += PAGE) yield part.slice(from, from + PAGE)
  }
}

const rowsOf = (
  collection: CollectionName,
  documents: readonly (Collections[CollectionName] | undefined)[],
): Row[] => documents.flatMap((doc) => (doc ? { id: idOf(collection, doc), version: '', doc } : []))

/** Named locks for the transactions of one process, granted in the order of requests. */
export class Locks {
  /** For each held lock, a promise that resolves when the last in its queue has released it. */
  readonly #queues = new Map<string, Promise<void>>()

  /** Waits for the lock. @returns a function that releases it; calling it again has no effect. */
  async acquire(name: string): Promise<() => void> {
    const before = this.#queues.get(name)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    this.#queues.set(name, held)
    await before
    return () => {
      release()
      if (this.#queues.get(name) === held) this.#queues.delete(name)
    }
  }
}
