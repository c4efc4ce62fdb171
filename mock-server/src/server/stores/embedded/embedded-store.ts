import { join } from 'node:path'
import { type NewData, type Store, type StoreFigures, StoreUnavailableError } from '../../../engine/store.ts'
import {
  Locks,
  OptimisticStore,
  type OptimisticTransaction,
  type Source,
} from '../shared/optimistic-transaction.ts'
import { capacityOf, DECLARED } from './capacity.ts'
import { CommitQueue } from './commit-queue.ts'
import { DataFolderError, throwUnavailable } from './data-folder-error.ts'
import { Drawings } from './drawings.ts'
import { type OpenFolder, openFolder, type WritableFolder } from './folder.ts'
import { journalLine } from './journal.ts'
import { type SnapshotOptions, Snapshots } from './snapshots.ts'

export interface EmbeddedStoreOptions extends SnapshotOptions {
  /** The numbers of players and games from 80 % of which {@link StoreFigures.capacity} warns. */
  capacity?: { players: number; games: number }
  /** Opens the folder without changing anything in it. Transactions then cannot write. */
  isReadOnly?: boolean
}

/**
 * The embedded store. All documents are in memory. A transaction is a line of the journal, which is on disk before the
 * transaction is applied and acknowledged: acknowledged transactions survive the end of the process and a power loss, and
 * nothing has to be rolled back. Snapshots write the changed lowdb databases, and begin a new journal. Drawings are
 * files, written before the line that names them. One process per folder.
 */
export class EmbeddedStore extends OptimisticStore implements Store {
  readonly #folder: OpenFolder
  readonly #declared: { players: number; games: number }
  readonly #drawings: Drawings
  readonly #source: Source
  readonly #queue = new CommitQueue((batch) => this.#write(batch))
  /** The rest is null for a folder that is only read. */
  readonly #writable: WritableFolder | null
  readonly #snapshots: Snapshots | null

  private constructor(folder: OpenFolder | WritableFolder, options: EmbeddedStoreOptions) {
    super()
    this.#folder = folder
    this.#declared = options.capacity ?? DECLARED
    this.#drawings = new Drawings(join(folder.path, 'drawings'), options.onProblem ?? (() => {}))
    this.#source = { documents: folder.documents, locks: new Locks(), blobs: this.#drawings }
    this.#writable = 'journal' in folder ? folder : null
    this.#snapshots = this.#writable && new Snapshots(this.#writable, this.#drawings, this.#queue, options)
  }

  /**
   * Opens or creates a data folder.
   * @throws {DataFolderError} if it cannot be written, is in use by another process, has another version, or contains a
   * damaged file.
   */
  static async open(path: string, options: EmbeddedStoreOptions = {}): Promise<EmbeddedStore> {
    return new EmbeddedStore(await openFolder(path, options), options)
  }

  protected source(): Source {
    const lost = this.#writable?.journal.lost
    if (lost) throw lost
    return this.#source
  }

  protected commit(transaction: OptimisticTransaction): Promise<boolean> {
    return this.#queue.commit(transaction)
  }

  /** Writes transactions to disk, and then applies them. */
  async #write(batch: readonly OptimisticTransaction[]): Promise<void> {
    const [folder, snapshots] = [this.#writable, this.#snapshots]
    if (!folder || !snapshots)
      throw new StoreUnavailableError(new DataFolderError('The folder is only read.'))
    try {
      const lines = batch.map(({ changes }) => journalLine(changes)).join('')
      await this.#drawings.write(new Map(batch.flatMap(({ newBlobs }) => [...newBlobs])))
      await folder.journal.append(lines)
    } catch (error) {
      snapshots.noteUnused()
      return throwUnavailable(error)
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
    await this.#queue.exclusive(async () => this.#writable?.journal.check())
  }

  figures(): StoreFigures {
    const { documents, path } = this.#folder
    const counts = { players: documents.count('users'), games: documents.count('games') }
    return {
      retries: { changed: this.retries },
      capacity: capacityOf(counts, path, this.#declared),
      ...(this.#writable && { journalBytes: this.#writable.journal.size }),
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
