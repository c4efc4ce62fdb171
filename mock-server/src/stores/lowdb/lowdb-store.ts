import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NotKeptError, type Store, type Transaction } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import { type Change, Documents } from '../documents.ts'
import { Locks } from '../locks.ts'
import { OptimisticTransaction, runOptimistically, type Source } from '../optimistic.ts'
import { openDays } from '../queries.ts'
import { BlobFolder } from './blob-folder.ts'
import { Checkpoints, fileOf } from './checkpoints.ts'
import { DataFolderError, reasonOf } from './data-folder-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { checkFolderVersion } from './folder-version.ts'
import { GameDays } from './game-days.ts'
import { InFlight } from './in-flight.ts'
import type { Journal } from './journal.ts'
import { Journals } from './journals.ts'

export interface LowdbStoreOptions {
  /** A checkpoint is made when a restart would have to read more journal than this, and than the files it rewrites. */
  checkpointBytes?: number
  /** Told when a checkpoint fails: nothing is lost, the journal only grows. */
  onProblem?: (problem: unknown) => void
}

/** The parts of an open data folder. */
interface Parts {
  readonly lock: FolderLock
  readonly documents: Documents
  readonly inFlight: InFlight
  readonly blobs: BlobFolder
  readonly checkpoints: Checkpoints
  readonly days: GameDays
  readonly journals: Journals
  /** Checkpoint files that the journals are ahead of. */
  readonly dirty: Set<string>
}

const CHECKPOINT_BYTES = 16 * 1024 * 1024

/**
 * The embedded store (design.md, Durability): lowdb files are the checkpoints, a journal stands in front of them, and a
 * transaction is acknowledged when its line is on the disk. Drawings are files named by their SHA-256, synced before
 * the line that names them. One process per folder.
 */
export class LowdbStore implements Store {
  readonly #parts: Parts
  readonly #locks = new Locks()
  readonly #checkpointBytes: number
  readonly #onProblem: (problem: unknown) => void
  #journal: Journal
  /** The newest line on its way: what was read meanwhile holds only once it is on the disk. */
  #lastLine: Promise<void> = Promise.resolve()
  #checkpointing: Promise<void> | null = null
  /** As they stand in their file. */
  #openDays: string | null = null

  private constructor(parts: Parts, journal: Journal, options: LowdbStoreOptions) {
    this.#parts = parts
    this.#journal = journal
    this.#checkpointBytes = options.checkpointBytes ?? CHECKPOINT_BYTES
    this.#onProblem = options.onProblem ?? (() => {})
  }

  /**
   * Opens a data folder, making it when there is none.
   * @throws {DataFolderError} when it cannot be written, is in use by another process, is of a newer version, or holds
   * a damaged file.
   */
  static async open(folder: string, options: LowdbStoreOptions = {}): Promise<LowdbStore> {
    await makeFolder(folder)
    const lock = await lockFolder(folder)
    try {
      await checkFolderVersion(folder)
      const documents = new Documents()
      const inFlight = new InFlight(documents)
      const checkpoints = new Checkpoints(folder)
      const dirty = new Set<string>()
      const isDirty = (day: GameDay) => dirty.has(`games/${day}`)
      const parts: Parts = {
        lock,
        documents,
        inFlight,
        blobs: new BlobFolder(join(folder, 'drawings')),
        checkpoints,
        days: new GameDays({ checkpoints, documents, isDirty }),
        journals: new Journals(folder, () => inFlight.rollBack()),
        dirty,
      }
      await checkpoints.load(documents)
      await parts.days.open()
      for (const changes of await parts.journals.read()) {
        await parts.days.bringTouched(changes)
        noteDirty(parts, changes)
        documents.apply(changes)
        parts.days.noteChanged(changes)
      }
      const store = new LowdbStore(parts, await parts.journals.begin(), options)
      // Nobody waits for this; whoever needs it and finds a damaged file is told so then.
      parts.days.readAhead().catch(store.#onProblem)
      return store
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let losses = 0
    return runOptimistically(
      () => {
        losses = this.#parts.inFlight.losses
        return new OptimisticTransaction(this.#source())
      },
      work,
      (transaction) =>
        transaction.isReadOnly ? this.#confirm(transaction, losses) : this.#commit(transaction, losses),
    )
  }

  #source(): Source {
    const { documents, blobs, days } = this.#parts
    const lease = days.lease()
    return {
      documents,
      locks: this.#locks,
      blob: (sha256) => blobs.read(sha256),
      bringGame: (id) => lease.game(id),
      bringDay: (day) => lease.day(day),
      bringAllGames: () => days.leaseAll(lease),
      knowGames: () => days.know(),
      gamesOf: (userId) => days.gamesOf(userId),
      countGames: () => days.count(),
      release: () => lease.release(),
    }
  }

  /** Waits for what is on its way, leaves everything in checkpoints, and lets the folder go. */
  async close(): Promise<void> {
    this.#parts.days.close()
    await this.#checkpointing
    await this.#journal.settled()
    // Without a checkpoint the journal still holds everything.
    await this.#parts.days.whileKept(() => this.#checkpoint()).catch(this.#onProblem)
    await this.#journal.close()
    await this.#parts.blobs.close()
    await this.#parts.lock.release()
  }

  /**
   * A reading transaction holds when what it has seen is on the disk.
   * @param losses as they were when it began: what it has seen may be among those since.
   */
  async #confirm(transaction: OptimisticTransaction, losses: number): Promise<boolean> {
    transaction.applied()
    if (!this.#parts.inFlight.isEmpty) await this.#lastLine.catch(() => undefined)
    return this.#parts.inFlight.losses === losses
  }

  async #commit(transaction: OptimisticTransaction, losses: number): Promise<boolean> {
    const { blobs, days, inFlight } = this.#parts
    await transaction.bringChanged()
    if (transaction.blobs.size > 0) await blobs.write(transaction.blobs).catch(notKept)
    // From here to the journal nothing else comes in between.
    if (inFlight.losses !== losses || !transaction.isCurrent) return false
    const { changes } = transaction
    noteDirty(this.#parts, changes)
    inFlight.apply(changes)
    days.noteChanged(changes)
    const line = this.#journal.append(changes)
    transaction.applied()
    this.#lastLine = line
    await line.catch(notKept)
    inFlight.settleOldest()
    this.#checkpointIfDue()
    return true
  }

  /** Files that have grown large are not written again for every few megabytes, but when the journal is as large as they. */
  #checkpointIfDue(): void {
    const { checkpoints, dirty } = this.#parts
    if (this.#journal.size < this.#checkpointBytes || this.#checkpointing) return
    if (this.#journal.size < checkpoints.bytes(dirty)) return
    this.#checkpointing = this.#parts.days
      .whileKept(() => this.#checkpoint())
      .catch(this.#onProblem)
      .finally(() => {
        this.#checkpointing = null
      })
  }

  /**
   * Brings the files up to date and begins a new journal. A crash at any point loses nothing: the older journals go
   * only when the files are written, and reading a line twice changes nothing.
   */
  async #checkpoint(): Promise<void> {
    const { journals, dirty } = this.#parts
    const before = this.#journal
    this.#journal = await journals.begin()
    await before.close()
    for (const name of [...dirty]) {
      dirty.delete(name)
      try {
        await this.#writeCheckpoint(name)
      } catch (error) {
        dirty.add(name)
        throw error
      }
    }
    await this.#writeOpenDays()
    await journals.removeOlder()
  }

  /** A day too many is only read for nothing; one too few would lose sight of a game. */
  async #writeOpenDays(): Promise<void> {
    const { checkpoints, documents } = this.#parts
    const days = [...openDays(documents)]
    if (days.join() === this.#openDays) return
    await checkpoints.writeOpenDays(days)
    this.#openDays = days.join()
  }

  /** A file never holds what its journal does not: a line on its way is waited for, and one that fails looked away from. */
  async #writeCheckpoint(name: string): Promise<void> {
    const { checkpoints, days, documents, inFlight } = this.#parts
    for (;;) {
      const isSettled = inFlight.isEmpty
      const data = checkpoints.snapshot(name, documents)
      const isKept = isSettled || (await this.#lastLine.then(always, never))
      if (!isKept) continue
      await checkpoints.write(name, data)
      if (name.startsWith('games/')) days.noteStored(name.slice('games/'.length))
      return
    }
  }
}

const notKept = (error: unknown): never => {
  throw new NotKeptError(error)
}

const always = () => true
const never = () => false

function noteDirty({ dirty, documents }: Parts, changes: readonly Change[]): void {
  for (const change of changes) {
    const name = fileOf(change, documents.get(change.collection, change.id))
    if (name !== null) dirty.add(name)
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be made: ${reasonOf(error)}. Choose another one with --data, or --memory to keep nothing.`,
    )
  }
}
