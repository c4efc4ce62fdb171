import { within } from './connection/statement.ts'

/** A transaction's place at the head of the queue for some documents. */
interface Place {
  /** Whether others of this process were ahead, so that other processes may have such a queue too. */
  readonly isContended: boolean
  leave(): void
}

/** Runs the transactions of this process that would conflict one at a time, in the order in which they came. */
export class TransactionQueue {
  /** For each document, when all that have queued for it so far have left. */
  readonly #last = new Map<string, Promise<unknown>>()

  /**
   * Waits for all earlier transactions with any of these documents.
   * @param keys of documents (`keyOf`)
   * @returns null if the wait takes longer than `maxWaitMs`.
   */
  async enter(keys: readonly string[], maxWaitMs: number): Promise<Place | null> {
    const ahead = keys.flatMap((key) => this.#last.get(key) ?? [])
    let leave = () => {}
    const own = new Promise<void>((resolve) => {
      leave = resolve
    })
    const all = Promise.all([...ahead, own]).then(() => {
      for (const key of keys) if (this.#last.get(key) === all) this.#last.delete(key)
    })
    for (const key of keys) this.#last.set(key, all)
    if (ahead.length === 0) return { isContended: false, leave }
    if (await within(maxWaitMs, Promise.all(ahead))) return { isContended: true, leave }
    leave()
    return null
  }
}
