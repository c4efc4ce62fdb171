import { setTimeout as pause } from 'node:timers/promises'
import { OwnerBusyError, StoreUnavailableError } from '../../../../engine/store.ts'
import { type Database, LOCK_MS } from './database.ts'
import { CommitInDoubt, ConnectionLost, moreTelling, problemOf } from './database-error.ts'
import type { Deadline } from './statement.ts'

/** More attempts than real contention needs. */
const MAX_TRIES = 100

/** Decides which failures end work on the database, and which are tried again until its deadline. */
export class Retries {
  readonly #database: Database
  readonly #explain: (error: unknown) => string | null
  /** Closed connections cannot be replaced, so nothing is retried. */
  #isClosing = false
  /** Retries by cause. */
  readonly counts = { changed: 0, busy: 0, away: 0, 'in doubt': 0 }

  /** @param explain says which database cannot be used, why, and what to do about it. */
  constructor(database: Database, explain: (error: unknown) => string | null) {
    this.#database = database
    this.#explain = explain
  }

  /** Runs short work until it succeeds. @throws {StoreUnavailableError} if the database is unreachable or refuses it. */
  async run<T>(work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = this.#database.deadline()
    let failure: unknown
    for (let tries = 1; ; tries++) {
      try {
        return await work(deadline)
      } catch (error) {
        failure = moreTelling(failure, error)
        await this.beforeNext(failure, tries, deadline)
      }
    }
  }

  /** Waits before the next try, or throws the error that ends the work. */
  async beforeNext(error: unknown, tries: number, deadline: Deadline): Promise<void> {
    const problem = error instanceof CommitInDoubt ? 'away' : problemOf(error)
    if (problem === 'refused') throw this.unavailable(error)
    if (problem === 'fault') throw error
    if (this.#isClosing) throw this.unavailable(error, { isUnreachable: true })
    if (problem === 'changed' && tries >= MAX_TRIES) {
      throw new Error(
        `The data of a transaction changed ${MAX_TRIES} times, or it inserts an existing document`,
        { cause: error },
      )
    }
    const wait = problem === 'changed' ? Math.random() * Math.min(64, 2 ** tries) : 50 + Math.random() * 200
    // A wait for a lock ends in time, because a statement that ends at the deadline looks like a lost connection.
    const next = performance.now() + wait + (problem === 'busy' ? LOCK_MS : 0)
    if (next >= deadline && error instanceof OwnerBusyError) throw error
    if (next >= deadline) throw this.unavailable(error, { isUnreachable: error instanceof ConnectionLost })
    this.counts[error instanceof CommitInDoubt ? 'in doubt' : problem]++
    return pause(wait)
  }

  unavailable(error: unknown, options: { isUnreachable?: boolean } = {}): StoreUnavailableError {
    return new StoreUnavailableError(error, { ...options, explanation: this.#explain(error) })
  }

  /**
   * The result of a transaction whose commit succeeded although its connection broke.
   * @param result null if the transaction has failed before its commit
   * @throws the error, if the transaction was not committed.
   */
  async settle<T>(error: unknown, result: { readonly value: T } | null): Promise<T> {
    if (result && error instanceof CommitInDoubt && (await this.#isCommitted(error))) return result.value
    throw error
  }

  /**
   * Whether a commit in doubt succeeded. If not, it cannot succeed later: this adds its row to `commits`, which the commit
   * would have to add, as abandoned. Repeating this gives the same result.
   * @throws {StoreUnavailableError} if the database does not answer in time: the commit may or may not have succeeded.
   */
  async #isCommitted({ commitId, cause }: CommitInDoubt): Promise<boolean> {
    const settle = async (deadline: Deadline) => {
      const { rows } = await this.#database.query<{ is_abandoned: boolean }>(
        `insert into commits (id, is_abandoned) values ($1, true)
         on conflict (id) do update set is_abandoned = commits.is_abandoned returning is_abandoned`,
        [commitId],
        deadline,
      )
      return rows[0]?.is_abandoned === false
    }
    return this.run(settle).catch((error) => {
      throw error instanceof StoreUnavailableError ? this.unavailable(cause) : error
    })
  }

  stop(): void {
    this.#isClosing = true
  }
}
