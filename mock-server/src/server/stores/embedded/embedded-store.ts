import { join } from 'node:path'
import { type NewData, type Store, type StoreFigures, StoreUnavailableError } from '../../../engine/store.ts'
import type { Documents } from '../shared/documents.ts'
import {
  Locks,
  OptimisticStore,
  type OptimisticTransaction,
  type Source,
} from '../shared/optimistic-transaction.ts'
import { capacityOf, DECLARED } from './capacity.ts'
import { CommitQueue } from './commit-queue.ts'
import { DataFolderError, unavailable } from './data-folder-error.ts'
import { Drawings } from './drawings.ts'
import { type OpenFolder, openFolder } from './folder.ts'
import { journalLine } from './journal.ts'
import { Snapshots } from './snapshots.ts'

export interface EmbeddedStoreOptions {
  /** The numbers of players and games from 80 % of which {@link StoreFigures.capacity} warns. */
  capacity?: { players: number; games: number }
  /** A snapshot is due when the journal is larger. */
  maxJournalBytes?: number
  /** How long what a transaction forgets may stay on the disk. */
  forgetAfterMs?: number
  /** Opens the folder without changing anything in it. Transactions then cannot write. */
  isReadOnly?: boolean
  /** Called for a failed snapshot, which loses nothing, and for a damaged drawing. */
  onProblem?: (problem: unknown) => void
}

const MAX_JOURNAL_BYTES = 16 * 1024 * 1024

/** Less than a minute, for the snapshot to end within it. Many deletions share one. */
const FORGET_AFTER_MS = 20_000

/**
 * The embedded store. All documents are in memory. A transaction is a line of the journal, which is on disk before the
 * transaction is applied and acknowledged: acknowledged transactions survive the end of the process and a power loss, and
 * nothing has to be rolled back. Snapshots write the changed lowdb databases, and begin a new journal. Drawings are
 * files, written before the line that names them. One process per folder.
 */
export class EmbeddedStore extends OptimisticStore implements Store {
  readonly #path: string
  readonly #declared: { players: number; games: number }
  readonly #folder: OpenFolder
  readonly #documents: Documents
  readonly #drawings: Drawings
  readonly #source: Source
  readonly #queue: CommitQueue
  /** Null for a folder that is only read. */
  readonly #snapshots: Snapshots | null

  private constructor(path: string, folder: OpenFolder, options: EmbeddedStoreOptions) {
    const {
      maxJournalBytes = MAX_JOURNAL_BYTES,
      forgetAfterMs = FORGET_AFTER_MS,
      onProblem = () => {},
    } = options
    const { documents, journal } = folder
    super()
    this.#path = path
    this.#declared = options.capacity ?? DECLARED
    this.#folder = folder
    this.#documents = documents
    this.#drawings = new Drawings(join(path, 'drawings'), onProblem)
    this.#source = { documents, locks: new Locks(), blobs: this.#drawings }
    this.#queue = new CommitQueue((batch) => this.#write(batch))
    const parts = {
      folder: path,
      drawings: this.#drawings,
      queue: this.#queue,
      maxJournalBytes,
      forgetAfterMs,
      onProblem,
    }
    this.#snapshots = journal && new Snapshots(parts, folder, journal)
  }

  /**
   * Opens or creates a data folder.
   * @throws {DataFolderError} if it cannot be written, is in use by another process, has a newer version, or contains a
   * damaged file.
   */
  static async open(path: string, options: EmbeddedStoreOptions = {}): Promise<EmbeddedStore> {
    const { isReadOnly = false, onProblem = () => {} } = options
    return new EmbeddedStore(path, await openFolder(path, { isReadOnly, onProblem }), options)
  }

  protected source(): Source {
    const lost = this.#snapshots?.journal.lost
    if (lost) throw lost
    return this.#source
  }

  protected commit(transaction: OptimisticTransaction): Promise<boolean> {
    return this.#queue.commit(transaction)
  }

  /** Writes transactions to disk, and then applies them. */
  async #write(batch: readonly OptimisticTransaction[]): Promise<void> {
    const snapshots = this.#snapshots
    if (!snapshots) throw new StoreUnavailableError(new DataFolderError('The folder is only read.'))
    try {
      const lines = batch.map(({ changes }) => journalLine(changes)).join('')
      await this.#drawings.write(new Map(batch.flatMap(({ newBlobs }) => [...newBlobs])))
      await snapshots.journal.append(lines)
    } catch (error) {
      snapshots.noteUnused()
      return unavailable(error)
    }
    for (const transaction of batch) {
      if (transaction.losesBlobs) snapshots.noteUnused()
      snapshots.noteChanged(transaction.apply())
      if (transaction.isForgetting) snapshots.runSoon()
    }
    snapshots.runIfDue()
  }

  async check(): Promise<void> {
    // A snapshot removes the journal after the store goes on in another one.
    await this.#queue.exclusive(async () => this.#snapshots?.journal.check())
  }

  figures(): StoreFigures {
    const counts = { players: this.#documents.count('users'), games: this.#documents.count('games') }
    return {
      retries: { changed: this.retries },
      capacity: capacityOf(counts, this.#path, this.#declared),
      ...(this.#snapshots && { journalBytes: this.#snapshots.journal.size }),
    }
  }

  /** See `Store.replaceAll`. The new documents become a journal, which takes the place of all files. */
  async replaceAll(write: (data: NewData) => Promise<void>, { onlyIfEmpty = false } = {}): Promise<boolean> {
    if (!this.#snapshots) return this.#write([]).then(() => false)
    return this.#snapshots.replaceAll(write, onlyIfEmpty)
  }

  /** Resolves when no snapshot runs. */
  async settle(): Promise<void> {
    await this.#snapshots?.settle()
  }

  /** Waits for pending commits, takes a snapshot, and releases the folder. */
  async close(): Promise<void> {
    await this.#queue.settle()
    await this.#snapshots?.close()
    await this.#folder.lock.release()
  }
}
