import { LowSync } from 'lowdb'
import { LocalStorage } from 'lowdb/browser'
import { type CollectionName, collections, type Everything } from '../../engine/collections.ts'
import { type NewData, type Store, StoreUnavailableError } from '../../engine/store.ts'
import { blobNamesOf } from '../../rules/game/game.ts'
import { Documents } from '../shared/documents.ts'
import {
  collect,
  Locks,
  OptimisticStore,
  type OptimisticTransaction,
  type Source,
} from '../shared/optimistic-transaction.ts'

/** Encodes bytes as text. */
export interface TextOfBytes {
  toBase64(data: Uint8Array): string
  fromBase64(text: string): Uint8Array | null
}

/** The part of the browser's `navigator.locks` that the store needs. */
export type TabLocks = Pick<LockManager, 'request'>

/**
 * Stores a small world in a browser's local storage. All documents are under one key, so that a transaction is written
 * completely or not at all; each drawing has its own key, because drawings never change. Tabs share the storage: they
 * commit one at a time, and a tab that finds another revision reloads everything.
 */
export class LocalStorageStore extends OptimisticStore implements Store {
  readonly #prefix: string
  readonly #text: TextOfBytes
  readonly #tables: LowSync<Everything | null>
  readonly #revision: LocalStorage<number>
  readonly #tabs: TabLocks | undefined
  /** The revision of the documents in memory. */
  #loadedRevision = -1
  #documents = new Documents()
  readonly #locks = new Locks()

  /**
   * @param prefix of every key
   * @param tabs absent where the browser has no locks, as on pages without TLS
   */
  constructor(prefix: string, text: TextOfBytes, tabs: TabLocks | undefined = globalThis.navigator?.locks) {
    super()
    this.#prefix = prefix
    this.#text = text
    this.#tabs = tabs
    this.#tables = new LowSync(new LocalStorage<Everything | null>(`${prefix}documents`), null)
    this.#revision = new LocalStorage(`${prefix}revision`)
  }

  protected commit(transaction: OptimisticTransaction): Promise<boolean> {
    return this.#alone(() => this.#commit(transaction))
  }

  async close(): Promise<void> {}

  protected source(): Source {
    if (!this.#isCurrent) this.#read()
    return {
      documents: this.#documents,
      locks: this.#locks,
      blobs: {
        read: async (sha256) => {
          const text = this.#blob(sha256).read()
          return text === null ? undefined : (this.#text.fromBase64(text) ?? undefined)
        },
      },
    }
  }

  /** Runs work while no other tab commits. */
  async #alone(work: () => boolean): Promise<boolean> {
    return this.#tabs ? this.#tabs.request(`${this.#prefix}commit`, work) : work()
  }

  /** Runs synchronously, so that no other transaction of this tab runs between the check of the revision and the write. */
  #commit(transaction: OptimisticTransaction): boolean {
    if (!this.#isCurrent || !transaction.isCurrent) return false
    const { losesBlobs, newBlobs } = transaction
    transaction.apply()
    this.#write(newBlobs)
    if (losesBlobs) this.#removeUnusedBlobs()
    return true
  }

  async replaceAll(write: (data: NewData) => Promise<void>, { onlyIfEmpty = false } = {}): Promise<boolean> {
    const { documents, blobs } = await collect(write)
    return this.#alone(() => {
      if (!this.#isCurrent) this.#read()
      if (onlyIfEmpty && this.#documents.count('users') > 0) return false
      this.#documents.takeOver(documents)
      // Makes room for the new drawings.
      this.#removeUnusedBlobs()
      this.#write(blobs)
      return true
    })
  }

  /** Writes the documents in memory, and new drawings. */
  #write(newBlobs: ReadonlyMap<string, Uint8Array>): void {
    this.#tables.data = this.#documents.everything()
    const next = (this.#revision.read() ?? 0) + 1
    const added: string[] = []
    try {
      for (const [sha256, bytes] of newBlobs) {
        if (this.#blob(sha256).read() !== null) continue
        this.#blob(sha256).write(this.#text.toBase64(bytes))
        added.push(sha256)
      }
      // Before the documents: after a failure in between, other tabs only reload the same documents.
      this.#revision.write(next)
      this.#tables.write()
    } catch (error) {
      // The storage is full. Memory is ahead of it now, so the next transaction reloads everything.
      this.#loadedRevision = -1
      for (const sha256 of added) localStorage.removeItem(this.#blobKey(sha256))
      throw new StoreUnavailableError(error)
    }
    this.#loadedRevision = next
  }

  get #isCurrent(): boolean {
    return this.#loadedRevision === (this.#revision.read() ?? 0)
  }

  #read(): void {
    this.#loadedRevision = this.#revision.read() ?? 0
    this.#documents = new Documents()
    this.#tables.read()
    for (const name of names) {
      this.#documents.add(name, this.#tables.data?.[name] ?? [])
    }
  }

  #removeUnusedBlobs(): void {
    const used = new Set(blobNamesOf([...this.#documents.all('games')]))
    const start = this.#blobKey('')
    const stored = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const key of stored) {
      if (key.startsWith(start) && !used.has(key.slice(start.length))) localStorage.removeItem(key)
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
