import type { Transaction } from '../../engine/store.ts'
import type { OptimisticTransaction } from './optimistic-transaction.ts'

/** More attempts than real contention needs. */
const MAX_TRIES = 100

/**
 * Runs `work` and commits it. Retries until everything that it depends on is unchanged. `commit` returns whether it
 * succeeded; it must check `isCurrent` and apply the changes in one synchronous step, and then call `applied`.
 */
export async function runOptimistically<T>(
  begin: () => OptimisticTransaction,
  work: (transaction: Transaction) => Promise<T>,
  commit: (transaction: OptimisticTransaction) => Promise<boolean>,
  onRetry: () => void = () => {},
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const transaction = begin()
    try {
      const result = await work(transaction)
      if (await commit(transaction)) return result
    } finally {
      transaction.release()
    }
    onRetry()
  }
  throw new Error(
    `The data of a transaction changed ${MAX_TRIES} times, or it puts an existing document without reading it first`,
  )
}
