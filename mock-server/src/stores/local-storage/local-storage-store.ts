import { LowSync } from 'lowdb'
import { LocalStorage } from 'lowdb/browser'
import {
  type CollectionName,
  type Collections,
  collections,
  type Store,
  type Transaction,
  WriteFailedError,
} from '../../engine/store.ts'
import { Documents, idOf } from '../shared/documents.ts'
import { Locks } from '../shared/locks.ts'
import { allInMemory, OptimisticTransaction, runOptimistically } from '../shared/optimistic.ts'

type Tables = { [C in CollectionName]: Collections[C][] }

/** How bytes are written as text. */
export interface TextOfBytes {
  toBase64(data: Uint8Array): string
  fromBase64(text: string): Uint8Array | null
}

/**
 * Keeps a small world in a browser's local storage: all documents under one key, so that a transaction is written
 * whole or not at all, and each drawing under one of its own, since those never change. Tabs share it: a tab that finds
 * another revision reads everything again.
 */
export class LocalStorageStore implements Store {
  readonly #prefix: string
  readonly #text: TextOfBytes
  readonly #tables: LowSync<Tables | null>
  readonly #revision: LocalStorage<number>
  /** The revision that the documents in memory are of. */
  #known = -1
  #documents = new Documents()
  readonly #locks = new Locks()

  /** @param prefix of every key */
  constructor(prefix: string, text: TextOfBytes) {
    this.#prefix = prefix
    this.#text = text
    this.#tables = new LowSync(new LocalStorage<Tables | null>(`${prefix}documents`), null)
    this.#revision = new LocalStorage(`${prefix}revision`)
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return runOptimistically(
      () => this.#begin(),
      work,
      async (transaction) => this.#commit(transaction),
    )
  }

  async close(): Promise<void> {}

  #begin(): OptimisticTransaction {
    if (!this.#isCurrent) this.#read()
    const documents = this.#documents
    return new OptimisticTransaction({
      ...allInMemory(documents, this.#locks),
      blob: async (sha256) => {
        const text = this.#blob(sha256).read()
        return text === null ? undefined : (this.#text.fromBase64(text) ?? undefined)
      },
    })
  }

  /** Nothing here waits, so no other transaction comes between the look at the revision and the write. */
  #commit(transaction: OptimisticTransaction): boolean {
    if (transaction.isReadOnly) {
      transaction.applied()
      return true
    }
    if (!this.#isCurrent || !transaction.isCurrent) return false
    this.#documents.apply(transaction.changes)
    transaction.applied()
    this.#tables.data = tablesOf(this.#documents)
    const next = (this.#revision.read() ?? 0) + 1
    const added: string[] = []
    try {
      for (const [sha256, bytes] of transaction.blobs) {
        if (this.#blob(sha256).read() !== null) continue
        this.#blob(sha256).write(this.#text.toBase64(bytes))
        added.push(sha256)
      }
      // Before the documents: a failure in between makes other tabs read the same documents again, and no more.
      this.#revision.write(next)
      this.#tables.write()
    } catch (error) {
      // The storage is full. Memory is ahead of it now, so the next transaction reads everything again.
      this.#known = -1
      for (const sha256 of added) localStorage.removeItem(this.#blobKey(sha256))
      throw new WriteFailedError(error)
    }
    this.#known = next
    return true
  }

  get #isCurrent(): boolean {
    return this.#known === (this.#revision.read() ?? 0)
  }

  #read(): void {
    this.#known = this.#revision.read() ?? 0
    this.#documents = new Documents()
    this.#tables.read()
    for (const name of names) {
      const documents = this.#tables.data?.[name] ?? []
      this.#documents.apply(
        documents.map((document) => ({ collection: name, id: idOf(name, document), document })),
      )
    }
  }

  #blob(sha256: string): LocalStorage<string> {
    return new LocalStorage(this.#blobKey(sha256))
  }

  #blobKey(sha256: string): string {
    return `${this.#prefix}drawing_${sha256}`
  }
}

const names = Object.keys(collections) as CollectionName[]

const tablesOf = (documents: Documents): Tables =>
  Object.fromEntries(
    names.map((name) => [name, documents.ids(name).map((id) => documents.get(name, id))]),
  ) as unknown as Tables
