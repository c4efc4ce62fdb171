import type { Store, StoreFigures, Transaction } from '../../engine/store.ts'
import { Documents } from '../shared/documents.ts'
import { Locks } from '../shared/locks.ts'
import { OptimisticTransaction } from '../shared/optimistic-transaction.ts'
import { runOptimistically } from '../shared/run-optimistically.ts'
import { allInMemory, type Source } from '../shared/source.ts'

/** A store without persistence, for tests, scenarios and the browser. */
export class MemoryStore implements Store {
  readonly #documents = new Documents()
  readonly #blobs = new Map<string, Uint8Array>()
  #retries = 0

  readonly #source: Source = {
    ...allInMemory(this.#documents, new Locks()),
    blob: async (sha256) => this.#blobs.get(sha256),
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return runOptimistically(
      () => new OptimisticTransaction(this.#source),
      work,
      async (transaction) => {
        if (!transaction.isReadOnly && !transaction.isCurrent) return false
        for (const [sha256, bytes] of transaction.newBlobs) this.#blobs.set(sha256, bytes)
        this.#documents.apply(transaction.changes)
        transaction.applied()
        return true
      },
      () => this.#retries++,
    )
  }

  figures(): StoreFigures {
    return { retries: { changed: this.#retries } }
  }

  async close(): Promise<void> {}
}
