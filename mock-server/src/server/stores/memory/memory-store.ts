import { blobNamesOf } from '../../../core/rules/game/game.ts'
import type { NewData, Store, StoreFigures } from '../../../engine/store.ts'
import { Documents } from '../shared/documents.ts'
import {
  collect,
  Locks,
  OptimisticStore,
  type OptimisticTransaction,
  type Source,
} from '../shared/optimistic-transaction.ts'

/** A store without persistence, for tests, scenarios and the browser. */
export class MemoryStore extends OptimisticStore implements Store {
  protected readonly documents = new Documents()
  protected blobs = new Map<string, Uint8Array>()

  readonly #source: Source = {
    documents: this.documents,
    locks: new Locks(),
    blobs: { read: async (sha256) => this.blobs.get(sha256) },
  }

  protected source(): Source {
    return this.#source
  }

  protected commit(transaction: OptimisticTransaction): Promise<boolean> {
    return this.change(() => {
      if (!transaction.isCurrent) return false
      const { losesBlobs } = transaction
      for (const [sha256, bytes] of transaction.newBlobs) this.blobs.set(sha256, bytes)
      transaction.apply()
      if (losesBlobs) this.#removeUnusedBlobs()
      return true
    })
  }

  async replaceAll(write: (data: NewData) => Promise<void>, { onlyIfEmpty = false } = {}): Promise<boolean> {
    const { documents, blobs } = await collect(write)
    return this.change(() => {
      if (onlyIfEmpty && this.documents.count('users') > 0) return false
      this.documents.replaceWith(documents)
      this.blobs = blobs
      return true
    })
  }

  /** Runs work that changes the data, synchronously: no transaction runs between its check and its changes. */
  protected async change(work: () => boolean): Promise<boolean> {
    return work()
  }

  #removeUnusedBlobs(): void {
    const used = new Set(blobNamesOf([...this.documents.all('games')]))
    for (const sha256 of this.blobs.keys()) if (!used.has(sha256)) this.blobs.delete(sha256)
  }

  figures(): StoreFigures {
    return { retries: { changed: this.retries } }
  }

  async close(): Promise<void> {}
}
