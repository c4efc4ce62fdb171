import type { ControlStatus } from '../core/contract/schemas/control.ts'
import type { CollectionName, Collections } from './collections.ts'
import type { Transaction } from './transaction.ts'

/**
 * The store failed, for example because the disk is full or the database is unreachable. No write is stored, unless the
 * connection broke during a commit whose outcome cannot be found out.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
  /** Whether reads fail too. */
  readonly isUnreachable: boolean
  /** Which store failed, why, and what an operator can do; null if the store does not say. */
  readonly explanation: string | null

  constructor(cause: unknown, options: { isUnreachable?: boolean; explanation?: string | null } = {}) {
    super(`The store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.isUnreachable = options.isUnreachable ?? false
    this.explanation = options.explanation ?? null
  }
}

/** Too many transactions with the same data are waiting for each other. Nothing is written; others are not affected. */
export class OwnerBusyError extends Error {
  override name = 'OwnerBusyError'

  /** @param keys of the data */
  constructor(keys: readonly string[], cause?: unknown) {
    super(`Too many calls with ${keys.join(', ')} are waiting for each other`, { cause })
  }
}

/** Stored data cannot be read. The message says which file, why and what to do, which only admins may see. */
export class UnreadableDataError extends Error {
  override name = 'UnreadableDataError'
}

/** How many players and games a store has, and how many it is made for. More are not refused. */
export type Capacity = Readonly<NonNullable<ControlStatus['capacity']>>

/** Statistics of a store since its start. Those that a store does not collect are absent. */
export interface StoreFigures {
  /** How many transactions were retried, by cause. */
  readonly retries: Readonly<Record<string, number>>
  /** Connections to a database, and the number of calls waiting for one. */
  readonly connections?: { readonly inUse: number; readonly idle: number; readonly waiting: number }
  readonly journalBytes?: number
  /** What the store is made for. */
  readonly capacity?: Capacity
}

/** All data of one moment, while transactions go on. Must be closed. */
export interface Snapshot {
  /** The documents of a collection, sorted by id. */
  pages<C extends CollectionName>(collection: C): AsyncIterable<readonly Collections[C][]>
  /** As in a transaction. In memory and in a data folder, those that were removed meanwhile are missing. */
  blobs: Transaction['blobs']
  close(): Promise<void>
}

/** Takes new data. A page or a few dozen drawings at a time keep the memory bounded. */
export interface NewData {
  insert<C extends CollectionName>(collection: C, documents: readonly Collections[C][]): Promise<void>
  putBlobs(blobs: ReadonlyMap<string, Uint8Array>): Promise<void>
}

/** Stores everything that outlives a call. */
export interface Store {
  /** For metrics. */
  figures?(): StoreFigures
  /**
   * Runs `work` and commits its writes atomically. `work` may run several times (see {@link Transaction}), so it must
   * have no side effects outside the transaction. If it throws, nothing is written and the error is passed on.
   * @param owner whose data the work changes, such as a player's id. A store may run the transactions of one owner one at
   * a time, because concurrent ones would be retried.
   * @throws {StoreUnavailableError} if the writes fail.
   * @throws {OwnerBusyError} if it waits too long for others with the same data.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, owner?: string | null): Promise<T>
  /** @throws {StoreUnavailableError} if it cannot be read. So do the methods of the snapshot. */
  snapshot(): Promise<Snapshot>
  /**
   * Replaces all data but what is kept (`isKept`) by what `write` inserts, at once and after its end: until then it is not
   * seen, and if `write` throws, nothing changes.
   * @param options.onlyIfEmpty leaves a store with users as it is
   * @returns whether the data was replaced.
   * @throws {StoreUnavailableError} if it cannot be written.
   */
  replaceAll(
    write: (data: NewData) => Promise<void>,
    options?: { readonly onlyIfEmpty?: boolean },
  ): Promise<boolean>
  /**
   * Looks whether what the store writes to is still there, beyond what a transaction that reads finds out.
   * @throws {StoreUnavailableError} if it is gone.
   */
  check?(): Promise<void>
  close(): Promise<void>
}
