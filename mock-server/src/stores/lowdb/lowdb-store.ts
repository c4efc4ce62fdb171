import {
  type CollectionName,
  type Collections,
  type StoreFigures,
  type Transaction,
  WriteFailedError,
} from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { PagedStore } from '../shared/copy-store.ts'
import type { Change } from '../shared/documents.ts'
import { Locks } from '../shared/locks.ts'
import { OptimisticTransaction, runOptimistically, type Source } from '../shared/optimistic.ts'
import { openDays } from '../shared/queries.ts'
import { type Checkpoints, dayOf } from './checkpoints.ts'
import { type DataFolderOptions, noteDirty, openDataFolder, type Parts } from './data-folder.ts'
import { type Journal, journalLine } from './journal.ts'
import type { StoredFile } from './manifest.ts'

export interface LowdbStoreOptions extends DataFolderOptions {
  /** A checkpoint is made when a restart would have to read more journal than this, and than the files it rewrites. */
  checkpointBytes?: number
}

/** Documents of a page. */
const PAGE = 200

const CHECKPOINT_BYTES = 16 * 1024 * 1024

/**
 * The embedded store (design.md, Durability): lowdb files are the checkpoints, a journal stands in front of them, and a
 * transaction is acknowledged when its line is on the disk. Drawings are files named by their SHA-256, synced before
 * the line that names them. One process per folder.
 */
export class LowdbStore implements PagedStore {
  readonly #parts: Parts
  readonly #locks = new Locks()
  readonly #checkpointBytes: number
  readonly #onProblem: (problem: unknown) => void
  #journal: Journal
  #retries = 0
  /** The newest line on its way: what was read meanwhile holds only once it is on the disk. */
  #lastLine: Promise<void> = Promise.resolve()
  #checkpointing: Promise<void> | null = null
  /** Parts of checkpoints that failed: the manifest on the disk may name them until it is written again. */
  #failedParts: string[] = []

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
    const { parts, journal } = await openDataFolder(folder, options)
    return new LowdbStore(parts, journal, options)
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

  /** Games day by day, so that no more than some days are in memory. */
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
      gamesOf: async (userId) => {
        await days.leaseResident(lease)
        return days.gamesOf(userId)
      },
      countGames: () => days.count(),
      release: () => lease.release(),
    }
  }

  /** Waits for what is on its way, leaves everything in checkpoints, and releases the folder. */
  async close(): Promise<void> {
    await this.#checkpointing
    await this.#journal.whenIdle()
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
    const record = encoded(changes)
    noteDirty(this.#parts, changes)
    inFlight.apply(changes)
    days.noteChanged(changes)
    const line = this.#journal.append(record)
    transaction.applied()
    this.#lastLine = line
    await line.catch(notKept)
    inFlight.confirmOldest()
    this.#checkpointIfDue()
    return true
  }

  /** Files that have grown large are not written again for every few megabytes, but when the journal is as large as they. */
  #checkpointIfDue(): void {
    const { catalogue, checkpoints, dirty } = this.#parts
    if (this.#journal.size < this.#checkpointBytes || this.#checkpointing) return
    const files = [...dirty, ...catalogue.filesOf([...dirty].flatMap((name) => dayOf(name) ?? []))]
    if (this.#journal.size < checkpoints.bytes(files)) return
    this.#checkpointing = this.#parts.days
      .whileKept(() => this.#checkpoint())
      .catch(this.#onProblem)
      .finally(() => {
        this.#checkpointing = null
      })
  }

  /**
   * Begins a new journal and writes new files, which the manifest then names instead of the old ones. A crash at any
   * point loses nothing: until then the old files and journals count, and reading a line twice changes nothing.
   */
  async #checkpoint(): Promise<void> {
    const { checkpoints, documents, journals, manifest, dirty } = this.#parts
    if (dirty.size === 0) return
    const { journal, number } = await journals.begin()
    await checkpoints.remove(this.#failedParts.splice(0))
    const before = this.#journal
    this.#journal = journal
    await before.close()
    const names = [...dirty]
    const files: Record<string, StoredFile> = {}
    const replaced = new Set<string>()
    try {
      await this.#writeFiles(names, number, files)
      for (const name of Object.keys(files))
        for (const part of manifest.file(name)?.parts ?? []) replaced.add(part)
      await manifest.replace({ journals: [number], files, openDays: [...openDays(documents)] })
    } catch (error) {
      for (const name of names) dirty.add(name)
      this.#failedParts = Object.values(files).flatMap(({ parts }) => parts)
      throw error
    }
    await journals.removeUnnamed()
    await checkpoints.remove(replaced)
  }

  /** @param files what is written so far, by name */
  async #writeFiles(
    names: readonly string[],
    number: number,
    files: Record<string, StoredFile>,
  ): Promise<void> {
    const { catalogue, checkpoints, dirty } = this.#parts
    const games = new Map<GameDay, readonly Game[]>()
    for (const name of names) {
      dirty.delete(name)
      const data = await this.#durableSnapshot(name)
      files[name] = await checkpoints.write(name, checkpoints.entriesOf(name, data), number)
      const day = dayOf(name)
      if (day !== undefined) games.set(day, data as readonly Game[])
    }
    for (const name of catalogue.filesOf(games.keys())) {
      files[name] = await checkpoints.write(name, catalogue.entries(name, games), number)
    }
  }

  /**
   * What a file is to hold. A file never holds what its journal does not: a line on its way is waited for, and what a
   * failed one has taken back is looked at again.
   */
  async #durableSnapshot(name: string): Promise<ReturnType<Checkpoints['snapshot']>> {
    const { checkpoints, documents, inFlight } = this.#parts
    for (;;) {
      const isDurable = inFlight.isEmpty
      const data = checkpoints.snapshot(name, documents)
      if (isDurable || (await this.#lastLine.then(always, never))) return data
    }
  }
}

const notKept = (error: unknown): never => {
  throw new WriteFailedError(error)
}

/** @throws {WriteFailedError} when the changes are too many for one line. */
function encoded(changes: readonly Change[]): string {
  try {
    return journalLine(changes)
  } catch (error) {
    return notKept(error)
  }
}

const always = () => true
const never = () => false
