import {
  type CollectionName,
  type Collections,
  type StoreFigures,
  StoreUnavailableError,
  type Transaction,
} from '../../engine/store.ts'
import type { Game } from '../../rules/game.ts'
import type { CopiedStore } from '../shared/copy-store.ts'
import { idOf } from '../shared/document-keys.ts'
import type { Change } from '../shared/documents.ts'
import { Locks } from '../shared/locks.ts'
import { OptimisticTransaction } from '../shared/optimistic-transaction.ts'
import { runOptimistically } from '../shared/run-optimistically.ts'
import type { Source } from '../shared/source.ts'
import { Checkpointer } from './checkpointer.ts'
import { CurrentJournal } from './current-journal.ts'
import { type DataFolderOptions, noteDirty, openDataFolder, type Parts } from './data-folder.ts'
import { journalLine } from './journal.ts'

export interface LowdbStoreOptions extends DataFolderOptions {
  /** A checkpoint is due when the journal is larger than this, and than the files to rewrite. */
  checkpointBytes?: number
}

/** Documents per page. */
const PAGE = 200

const CHECKPOINT_BYTES = 16 * 1024 * 1024

/**
 * The embedded store. A transaction is acknowledged when its line in the journal is on disk;
 * checkpoints are lowdb files. Drawings are files named by their SHA-256, synced before the line that names them. One
 * process per folder.
 */
export class LowdbStore implements CopiedStore {
  readonly #parts: Parts
  readonly #locks = new Locks()
  readonly #journal: CurrentJournal
  readonly #checkpointer: Checkpointer
  #retries = 0

  private constructor(parts: Parts, journal: CurrentJournal, checkpointer: Checkpointer) {
    this.#parts = parts
    this.#journal = journal
    this.#checkpointer = checkpointer
  }

  /**
   * Opens or creates a data folder.
   * @throws {DataFolderError} if it cannot be written, is in use by another process, has a newer version, or contains a
   * damaged file.
   */
  static async open(folder: string, options: LowdbStoreOptions = {}): Promise<LowdbStore> {
    const { checkpointBytes = CHECKPOINT_BYTES, onProblem = () => {} } = options
    const { parts, journal } = await openDataFolder(folder, options)
    const current = new CurrentJournal(journal)
    return new LowdbStore(
      parts,
      current,
      new Checkpointer({ parts, journal: current, minBytes: checkpointBytes, onProblem }),
    )
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let rollbacks = 0
    return runOptimistically(
      () => {
        rollbacks = this.#parts.inFlight.rollbacks
        return new OptimisticTransaction(this.#source())
      },
      work,
      (transaction) =>
        transaction.isReadOnly ? this.#confirm(transaction, rollbacks) : this.#commit(transaction, rollbacks),
      () => this.#retries++,
    )
  }

  figures(): StoreFigures {
    return {
      retries: { changed: this.#retries },
      journalBytes: this.#journal.size,
      checkpointBytes: this.#parts.manifest.bytes,
    }
  }

  /** Reads games day by day, so that only some days are in memory. */
  async *pages<C extends CollectionName>(collection: C): AsyncGenerator<readonly Collections[C][]> {
    const documents =
      collection === 'games' ? this.#gamesByDay() : [await this.transaction((tx) => tx.all(collection))]
    for await (const some of documents) {
      for (let from = 0; from < some.length; from += PAGE) {
        yield some.slice(from, from + PAGE) as readonly Collections[C][]
      }
    }
  }

  async *#gamesByDay(): AsyncGenerator<readonly Game[]> {
    for (const day of this.#parts.days.all()) yield await this.transaction((tx) => tx.gamesOfDay(day))
  }

  async stored<C extends CollectionName>(
    collection: C,
    like: readonly Collections[C][],
  ): Promise<Collections[C][]> {
    const ids = like.map((document) => idOf(collection, document))
    if (collection !== 'games') return this.transaction((tx) => tx.getMany(collection, ids))
    // Loading their days is faster than searching the files for games that are not there.
    const { days, documents } = this.#parts
    const lease = days.lease()
    try {
      for (const { day } of like as readonly Game[]) await lease.day(day)
      return ids.flatMap((id) => documents.get(collection, id) ?? [])
    } finally {
      lease.release()
    }
  }

  settle(): Promise<void> {
    return this.#checkpointer.settle()
  }

  #source(): Source {
    const { documents, blobs, days } = this.#parts
    const lease = days.lease()
    return {
      documents,
      locks: this.#locks,
      blob: (sha256) => blobs.read(sha256),
      loadGame: (id) => lease.game(id),
      loadDay: (day) => lease.day(day),
      loadAllGames: () => days.leaseAll(lease),
      loadAllGamesToRemove: () => this.#checkpointer.leaseAllToRemove(lease),
      gamesOf: async (userId) => {
        await days.leaseResident(lease)
        return days.gamesOf(userId)
      },
      countGames: () => days.count(),
      release: () => lease.release(),
    }
  }

  /** Waits for pending writes, makes a checkpoint, and releases the folder. */
  async close(): Promise<void> {
    await this.#checkpointer.settle()
    await this.#journal.whenIdle()
    await this.#checkpointer.run()
    await this.#journal.close()
    await this.#parts.blobs.close()
    await this.#parts.lock.release()
  }

  /**
   * A read-only transaction is valid if everything that it has read is on disk.
   * @param rollbacks their number when it began: a later rollback may have undone data that it has read.
   */
  async #confirm(transaction: OptimisticTransaction, rollbacks: number): Promise<boolean> {
    transaction.applied()
    // If the line fails, it is rolled back, and its own transaction throws the error.
    if (!this.#parts.inFlight.isEmpty) await this.#journal.lastLine.catch(() => undefined)
    return this.#parts.inFlight.rollbacks === rollbacks
  }

  async #commit(transaction: OptimisticTransaction, rollbacks: number): Promise<boolean> {
    const { blobs, days, inFlight } = this.#parts
    await transaction.loadChanged()
    if (transaction.newBlobs.size > 0) await blobs.write(transaction.newBlobs).catch(unavailable)
    while (this.#journal.replacing) await this.#journal.replacing
    // Synchronous from here to the journal, so that no other transaction runs in between.
    if (inFlight.rollbacks !== rollbacks || !transaction.isCurrent) return false
    const { changes } = transaction
    const record = encoded(changes)
    noteDirty(this.#parts, changes)
    inFlight.apply(changes)
    days.noteChanged(changes)
    const line = this.#journal.append(record)
    transaction.applied()
    await line.catch(unavailable)
    inFlight.confirmOldest()
    this.#checkpointer.runIfDue()
    return true
  }
}

const unavailable = (error: unknown): never => {
  throw new StoreUnavailableError(error)
}

/** @throws {StoreUnavailableError} if the changes are too many for one line. */
function encoded(changes: readonly Change[]): string {
  try {
    return journalLine(changes)
  } catch (error) {
    return unavailable(error)
  }
}
