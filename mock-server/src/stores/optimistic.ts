import type { CollectionName, Collections, IndexOf, Transaction } from '../engine/store.ts'
import { type Change, type Documents, idOf, indexKeys } from './documents.ts'

/** A transaction that notes what it has read, so that a commit can tell whether that still holds. */
export class OptimisticTransaction implements Transaction {
  readonly #documents: Documents
  readonly #readBlob: (sha256: string) => Promise<Uint8Array | undefined>
  readonly #changes = new Map<string, Change>()
  readonly #stillHolds: (() => boolean)[] = []
  readonly blobs = new Map<string, Uint8Array>()

  constructor(documents: Documents, readBlob: (sha256: string) => Promise<Uint8Array | undefined>) {
    this.#documents = documents
    this.#readBlob = readBlob
  }

  /** Whether nobody has changed what this transaction has seen. */
  get isCurrent(): boolean {
    return this.#stillHolds.every((holds) => holds())
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  async get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined> {
    const changed = this.#changes.get(keyOf(collection, id))
    if (changed) return (changed.document ?? undefined) as Collections[C] | undefined
    const document = this.#documents.get(collection, id)
    this.#stillHolds.push(() => this.#documents.get(collection, id) === document)
    return document as Collections[C] | undefined
  }

  async find<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    key: string,
  ): Promise<Collections[C][]> {
    const stored = this.#documents.find(collection, index, key)
    const before = stored.join()
    this.#stillHolds.push(() => this.#documents.find(collection, index, key).join() === before)
    return this.#withChanges(collection, stored, (document) =>
      indexKeys(collection, index, document).includes(key),
    )
  }

  async all<C extends CollectionName>(collection: C): Promise<Collections[C][]> {
    const stored = this.#documents.ids(collection)
    const before = stored.join()
    this.#stillHolds.push(() => this.#documents.ids(collection).join() === before)
    return this.#withChanges(collection, stored, () => true)
  }

  put<C extends CollectionName>(collection: C, document: Collections[C]): void {
    const id = idOf(collection, document)
    this.#changes.set(keyOf(collection, id), { collection, id, document })
  }

  remove(collection: CollectionName, id: string): void {
    this.#changes.set(keyOf(collection, id), { collection, id, document: null })
  }

  async blob(sha256: string): Promise<Uint8Array | undefined> {
    return this.blobs.get(sha256) ?? this.#readBlob(sha256)
  }

  putBlob(sha256: string, bytes: Uint8Array): void {
    this.blobs.set(sha256, bytes)
  }

  /** Stored documents as this transaction has them, and those it has added. */
  async #withChanges<C extends CollectionName>(
    collection: C,
    stored: string[],
    wanted: (document: Collections[C]) => boolean,
  ): Promise<Collections[C][]> {
    const changed = this.changes.filter((change) => change.collection === collection).map(({ id }) => id)
    const documents: Collections[C][] = []
    for (const id of [...new Set([...stored, ...changed])].sort()) {
      const document = await this.get(collection, id)
      if (document && wanted(document)) documents.push(document)
    }
    return documents
  }
}

const keyOf = (collection: CollectionName, id: string): string => `${collection} ${id}`

/** More tries than honest contention ever needs. */
const MOST_TRIES = 100

/**
 * Runs `work` until a commit finds all it has read unchanged. `commit` says whether it took the transaction; it must
 * check `isCurrent` and apply the changes without anything in between.
 */
export async function runOptimistically<T>(
  begin: () => OptimisticTransaction,
  work: (transaction: Transaction) => Promise<T>,
  commit: (transaction: OptimisticTransaction) => Promise<boolean>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const transaction = begin()
    const result = await work(transaction)
    if (await commit(transaction)) return result
  }
  throw new Error(`A transaction found its data changed ${MOST_TRIES} times`)
}
