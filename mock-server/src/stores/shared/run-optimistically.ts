import type { Transaction } from '../../engine/transaction.ts'
import { OptimisticTransaction, type Source } from './optimistic-transaction.ts'

/** More attempts than real contention needs: retries run one at a time. */
const MAX_TRIES = 100

const RETRIES = 'retries'

/**
 * Runs `work` and commits it. Retries until everything that it depends on is unchanged. Retries run one at a time, so that
 * many calls that change the same document do not fail each other again and again.
 * @param commit returns whether it succeeded. It must check `isCurrent` before it applies the changes.
 * @param onRetry called before each retry
 */
export async function runOptimistically<T>(
  begin: () => Source,
  work: (transaction: Transaction) => Promise<T>,
  commit: (transaction: OptimisticTransaction) => Promise<boolean>,
  onRetry: () => void = () => {},
): Promise<T> {
  let leaveQueue = () => {}
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const source = begin()
      const transaction = new OptimisticTransaction(source)
      try {
        const result = await work(transaction)
        if (await commit(transaction)) return result
      } finally {
        transaction.release()
      }
      onRetry()
      if (tries === 0) leaveQueue = await source.locks.acquire(RETRIES)
    }
  } finally {
    leaveQueue()
  }
  throw new Error(`The data of a transaction changed ${MAX_TRIES} times, or it inserts an existing document`)
}
