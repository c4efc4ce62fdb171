import type { NewData, Snapshot, Store } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { MemoryStore } from '../../stores/memory/memory-store.ts'

/** A memory store that awaits `before` ahead of each transaction, to delay it or make it fail. */
export class TroubledStore implements Store {
  readonly #inner = new MemoryStore()
  before: () => Promise<void> = async () => {}

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await this.before()
    return this.#inner.transaction(work)
  }

  async snapshot(): Promise<Snapshot> {
    await this.before()
    return this.#inner.snapshot()
  }

  async replaceAll(write: (data: NewData) => Promise<void>): Promise<boolean> {
    await this.before()
    return this.#inner.replaceAll(write)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
