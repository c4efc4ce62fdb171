import type { Export, Store, StoreFigures } from '../../engine/store.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { blobNamesOf } from '../../rules/game/game.ts'
import { Documents } from '../shared/documents.ts'
import {
  exportOf,
  Locks,
  type OptimisticTransaction,
  runOptimistically,
  type Source,
} from '../shared/optimistic-transaction.ts'

/** A store without persistence, for tests, scenarios and the browser. */
export class MemoryStore implements Store {
  readonly #documents = new Documents()
  readonly #blobs = new Map<string, Uint8Array>()
  #retries = 0

  readonly #source: Source = {
    documents: this.#documents,
    locks: new Locks(),
    blobs: { read: async (sha256) => this.#blobs.get(sha256) },
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return runOptimistically(
      () => this.#source,
      work,
      async (transaction) => this.#commit(transaction),
      () => this.#retries++,
    )
  }

  async everything<T>(work: Export<T>): Promise<T> {
    return exportOf(this.#source, work)
  }

  /** Runs synchronously, so that no other transaction runs between the check and the changes. */
  #commit(transaction: OptimisticTransaction): boolean {
    if (!transaction.isCurrent) return false
    for (const [sha256, bytes] of transaction.newBlobs) this.#blobs.set(sha256, bytes)
    transaction.apply()
    if (transaction.isCleared) this.#removeUnusedBlobs()
    return true
  }

  #removeUnusedBlobs(): void {
    const used = new Set(blobNamesOf([...this.#documents.all('games')]))
    for (const sha256 of this.#blobs.keys()) if (!used.has(sha256)) this.#blobs.delete(sha256)
  }

  figures(): StoreFigures {
    return { retries: { changed: this.#retries } }
  }

  async close(): Promise<void> {}
}
