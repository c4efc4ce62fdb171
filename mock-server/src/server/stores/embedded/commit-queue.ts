import type { OptimisticTransaction } from '../shared/optimistic-transaction.ts'
import { InTurn } from './in-turn.ts'

/** A transaction that waits for its commit. */
interface Waiting {
  readonly transaction: OptimisticTransaction
  readonly resolve: (isCommitted: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Commits transactions one batch at a time, so that documents in memory change only after they are on disk. The
 * transactions of a batch share one sync: none of them depends on what another one changes.
 */
export class CommitQueue {
  readonly #write: (batch: readonly OptimisticTransaction[]) => Promise<void>
  readonly #inTurn = new InTurn()
  #waiting: Waiting[] = []

  /** @param write writes a batch to disk, and then applies it. If it throws, it has done neither. */
  constructor(write: (batch: readonly OptimisticTransaction[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves to whether the transaction is committed: false if something that it depends on has changed. */
  commit(transaction: OptimisticTransaction): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ transaction, resolve, reject })
      if (this.#waiting.length === 1) void this.exclusive(() => this.#commitBatch())
    })
  }

  /** Runs work while no transaction commits. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn.run(work)
  }

  /** Resolves when no transaction waits. */
  async settle(): Promise<void> {
    await this.#inTurn.settle()
    if (this.#waiting.length > 0) await this.settle()
  }

  async #commitBatch(): Promise<void> {
    // Transactions that arrive in the same iteration of the event loop form one batch.
    await new Promise(setImmediate)
    const batch = this.#takeBatch()
    if (this.#waiting.length > 0) void this.exclusive(() => this.#commitBatch())
    try {
      if (batch.length > 0) await this.#write(batch.map(({ transaction }) => transaction))
      for (const { resolve } of batch) resolve(true)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** Takes the transactions that can commit together. Those that are out of date must be retried; the others wait. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const changed = new Set<string>()
    for (const each of this.#waiting) {
      const { transaction } = each
      if (transaction.dependencies.some((key) => changed.has(key))) later.push(each)
      else if (!transaction.isCurrent) each.resolve(false)
      else {
        batch.push(each)
        for (const key of transaction.changedKeys) changed.add(key)
      }
    }
    this.#waiting = later
    return batch
  }
}
