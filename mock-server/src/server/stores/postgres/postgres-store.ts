import type { AdminCallStore } from '../../../engine/operator-store.ts'
import {
  type NewData,
  OwnerBusyError,
  type Snapshot,
  type Store,
  type StoreFigures,
} from '../../../engine/store.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { keyOf } from '../shared/document-keys.ts'
import { adminCallRows } from './admin-calls.ts'
import { type CallCounts, callCounts } from './call-counts.ts'
import { Database } from './connection/database.ts'
import { databaseName, explanationOf, tablesAt, tablesOf, unusable } from './connection/database-access.ts'
import { ConnectionLost, moreTelling, problemOf } from './connection/database-error.ts'
import { Retries } from './connection/retries.ts'
import type { Deadline, Query } from './connection/statement.ts'
import { migrate } from './migrations.ts'
import { type NamedValues, namedValues } from './named-values.ts'
import { keepRemovingOldRows } from './old-rows.ts'
import { PostgresTransaction } from './postgres-transaction.ts'
import { replaceAll } from './replace-all.ts'
import { TransactionQueue } from './transaction-queue.ts'
import { openSnapshot } from './whole-collections.ts'

export interface PostgresStoreOptions {
  /** Called for failures that do not affect transactions. */
  onProblem?: (problem: unknown) => void
  /** Called when the database responds again after an outage of this many milliseconds. */
  onReturn?: (awayMs: number) => void
  /** The option or variable that gave the URL, which errors name. */
  place?: string
  /** The URL of the database itself, if the other one is that of a pool in transaction mode. */
  direct?: string | undefined
  directPlace?: string
}

/** How long a transaction waits for earlier ones with the same data. */
const MAX_QUEUE_MS = 5000

/** Time to count a call for a rate limit. */
const COUNT_MS = 1000

/**
 * The store in PostgreSQL 15 or newer, for any number of processes. A row has a document as JSON, and the searched fields
 * as columns. A transaction reads without locks, and commits if nothing that it depends on has changed.
 */
export class PostgresStore implements Store {
  readonly #database: Database
  readonly #queue = new TransactionQueue()
  readonly #retries: Retries
  /** Call counts for rate limits. */
  readonly callCounts: CallCounts
  /** The seed, the keys of tokens and the admin key. */
  readonly secrets: NamedValues
  /** The controls that all processes share. */
  readonly controls: NamedValues
  /** The calls of admins to all processes. */
  readonly adminCalls: AdminCallStore
  readonly #stopHousekeeping: () => void

  private constructor(
    url: string,
    { onProblem = () => {}, onReturn = () => {}, place = '--store', direct }: PostgresStoreOptions,
  ) {
    this.#database = new Database(url, { isPooled: direct !== undefined, onProblem, onReturn })
    this.#retries = new Retries(this.#database, (error) => explanationOf(url, error, place))
    const query: Query = (text, values) => this.#database.query(text, values)
    this.callCounts = callCounts((text, values) =>
      this.#database.query(text, values, performance.now() + COUNT_MS),
    )
    this.secrets = namedValues('secrets', this.#database, this.#retries)
    this.controls = namedValues('controls', this.#database, this.#retries)
    this.adminCalls = adminCallRows((text, values) =>
      this.#retries.run((deadline) => this.#database.query(text, values, deadline)),
    )
    this.#stopHousekeeping = keepRemovingOldRows(query, onProblem)
  }

  /**
   * Opens a database, and migrates its tables to the version of this program.
   * @param url postgres://user:password@host:port/database, with the parameters of libpq after `?`.
   * @throws {StartupError} if it cannot be reached, needs a newer program, or is not the one that `direct` names.
   */
  static async open(url: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
    const { place = '--store', direct, directPlace = '--direct-store' } = options
    let store: PostgresStore | null = null
    try {
      store = new PostgresStore(url, options)
      if (direct !== undefined && !(await store.#hasTablesOf(direct, directPlace))) {
        throw new StartupError(
          `${place} and ${directPlace} do not use the same tables: ${databaseName(url)} leads to a different database or schema from ${databaseName(direct)}. Correct one of them, or the pool in front of the database.`,
        )
      }
      await migrate(direct ?? url, direct === undefined ? place : directPlace)
      // The pool connects with other settings than the migration, and perhaps to pgbouncer.
      await store.#database.query('select from secrets limit 1')
    } catch (error) {
      // Every transaction connects again. A refusal rather needs a correction of the configuration.
      if (store && error instanceof ConnectionLost && !error.isRefused) return store
      await store?.close()
      throw unusable(url, error, place)
    }
    return store
  }

  /**
   * Whether this store and a URL use the same tables. Also true while the store's database is unavailable, because this
   * cannot be checked then.
   */
  async #hasTablesOf(url: string, place: string): Promise<boolean> {
    const there = await tablesAt(url, place)
    // The next statement of the store reports the error.
    const here = await tablesOf((text) => this.#database.query(text)).catch(() => there)
    return here === there
  }

  /**
   * Tries until a commit succeeds. A transaction that changes a player's data waits for the earlier ones of this process,
   * and one that is tried again after a conflict for those that change the same documents. If there are any, other
   * processes are waited for too.
   */
  async transaction<T>(
    work: (transaction: PostgresTransaction) => Promise<T>,
    owner: string | null = null,
  ): Promise<T> {
    let keys: readonly string[] = owner === null ? [] : [keyOf('users', owner)]
    let deadline: Deadline | null = null
    /** Since when the tries have failed because of the database; null after a conflict. */
    let failingSince: number | null = null
    let failure: unknown
    for (let tries = 1; ; tries++) {
      // During an outage, waiting would only delay the errors.
      const queued = this.#database.isAway ? [] : keys
      const place = await this.#queue.enter(
        queued,
        deadline === null ? MAX_QUEUE_MS : deadline - performance.now(),
      )
      if (!place) throw new OwnerBusyError(queued)
      deadline ??= this.#database.deadline()
      const transaction = new PostgresTransaction(this.#database, deadline)
      try {
        return await this.#try(transaction, work, place.isContended || tries > 1 ? queued : [])
      } catch (error) {
        const isConflict = problemOf(error) === 'changed'
        failingSince = isConflict ? null : (failingSince ?? performance.now())
        if (isConflict) keys = [...new Set([...keys, ...transaction.dependencies])]
        failure = moreTelling(failure, error)
      } finally {
        place.leave()
      }
      // A long transaction may fail after its deadline. Retry it anyway.
      if (transaction.isLong) deadline = this.#database.deadline(failingSince ?? performance.now())
      await this.#retries.beforeNext(failure, tries, deadline)
    }
  }

  async snapshot(): Promise<Snapshot> {
    return openSnapshot(this.#database, (error) => this.#retries.unavailable(error))
  }

  replaceAll(write: (data: NewData) => Promise<void>, { onlyIfEmpty = false } = {}): Promise<boolean> {
    return replaceAll(this.#database, write, onlyIfEmpty, (error) => this.#retries.unavailable(error))
  }

  /** @param locked keys of documents that transactions of other processes queue for meanwhile. */
  async #try<T>(
    transaction: PostgresTransaction,
    work: (transaction: PostgresTransaction) => Promise<T>,
    locked: readonly string[],
  ): Promise<T> {
    let result: { readonly value: T } | null = null
    try {
      // The first reads are sent together with the locks, and fail if these do.
      const [lock, done] = await Promise.allSettled([lockKeys(transaction, locked), work(transaction)])
      if (lock.status === 'rejected') throw lock.reason
      if (done.status === 'rejected') throw done.reason
      result = done
      await transaction.commit()
      return result.value
    } catch (error) {
      await transaction.end()
      return this.#retries.settle(error, result)
    }
  }

  figures(): StoreFigures {
    return { retries: { ...this.#retries.counts }, connections: this.#database.connections }
  }

  async close(): Promise<void> {
    this.#stopHousekeeping()
    this.#retries.stop()
    await this.#database.close()
  }
}

async function lockKeys(transaction: PostgresTransaction, keys: readonly string[]): Promise<void> {
  try {
    if (keys.length > 0) await transaction.lock(...keys.map((key) => `turn ${key}`))
  } catch (error) {
    throw problemOf(error) === 'busy' ? new OwnerBusyError(keys, error) : error
  }
}
