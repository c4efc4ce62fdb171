import {
  type CollectionName,
  type Collections,
  type StoreFigures,
  StoreUnavailableError,
  type Transaction,
} from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { CopiedStore } from '../shared/copy-store.ts'
import { idOf } from '../shared/document-keys.ts'
import type { Change } from '../shared/documents.ts'
import { Locks } from '../shared/locks.ts'
import { OptimisticTransaction } from '../shared/optimistic-transaction.ts'
import { runOptimistically } from '../shared/run-optimistically.ts'
import type { Source } from '../shared/source.ts'
import { dayOf } from './checkpoints.ts'
import { type DataFolderOptions, noteDirty, openDataFolder, type Parts } from './data-folder.ts'
import { type Journal, journalLine } from './journal.ts'
import type { StoredFile } from './manifest.ts'
import type { Entry } from './sealed-json.ts'

type AnyDocument = Collections[CollectionName]

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
  readonly #checkpointBytes: number
  readonly #onProblem: (problem: unknown) => void
  #journal: Journal
  #retries = 0
  /** The newest line. Data that was read while it was pending is valid only once the line is on disk. */
  #lastLine: Promise<void> = Promise.resolve()
  #checkpointing: Promise<void> | null = null
  /** Resolves when a checkpoint has replaced the journal. */
  #changingJournal: Promise<void> | null = null
  /** Parts of failed checkpoints: the manifest on disk may name them until it is written again. */
  #failedParts: string[] = []

  private constructor(parts: Parts, journal: Journal, options: LowdbStoreOptions) {
    this.#parts = parts
    this.#journal = journal
    this.#checkpointBytes = options.checkpointBytes ?? CHECKPOINT_BYTES
    this.#onProblem = options.onProblem ?? (() => {})
  }

  /**
   * Opens or creates a data folder.
   * @throws {DataFolderError} if it cannot be written, is in use by another process, has a newer version, or contains a
   * damaged file.
   */
  static async open(folder: string, options: LowdbStoreOptions = {}): Promise<LowdbStore> {
    const { parts, journal } = await openDataFolder(folder, options)
    return new LowdbStore(parts, journal, options)
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

  async settle(): Promise<void> {
    await this.#checkpointing
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
    await this.#checkpointing
    await this.#journal.whenIdle()
    // Without a checkpoint the journal still holds everything.
    await this.#parts.days.withoutEviction(() => this.#checkpoint()).catch(this.#onProblem)
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
    if (!this.#parts.inFlight.isEmpty) await this.#lastLine.catch(() => undefined)
    return this.#parts.inFlight.rollbacks === rollbacks
  }

  async #commit(transaction: OptimisticTransaction, rollbacks: number): Promise<boolean> {
    const { blobs, days, inFlight } = this.#parts
    await transaction.loadChanged()
    if (transaction.newBlobs.size > 0) await blobs.write(transaction.newBlobs).catch(unavailable)
    while (this.#changingJournal) await this.#changingJournal
    // Synchronous from here to the journal, so that no other transaction runs in between.
    if (inFlight.rollbacks !== rollbacks || !transaction.isCurrent) return false
    const { changes } = transaction
    const record = encoded(changes)
    noteDirty(this.#parts, changes)
    inFlight.apply(changes)
    days.noteChanged(changes)
    const line = this.#journal.append(record)
    transaction.applied()
    this.#lastLine = line
    await line.catch(unavailable)
    inFlight.confirmOldest()
    this.#checkpointIfDue()
    return true
  }

  /** Large files are not rewritten for every few megabytes, but only when the journal is as large as they are. */
  #checkpointIfDue(): void {
    const { catalogue, checkpoints, dirty } = this.#parts
    if (this.#journal.size < this.#checkpointBytes || this.#checkpointing) return
    const files = [...dirty, ...catalogue.filesOf([...dirty].flatMap((name) => dayOf(name) ?? []))]
    if (this.#journal.size < checkpoints.bytes(files)) return
    this.#checkpointing = this.#parts.days
      .withoutEviction(() => this.#checkpoint())
      .catch(this.#onProblem)
      .finally(() => {
        this.#checkpointing = null
      })
  }

  /**
   * Begins a new journal and writes new files, which the manifest then names instead of the old ones. A crash at any
   * point loses nothing: until then the old files and journals are valid, and applying a line twice changes nothing.
   */
  async #checkpoint(): Promise<void> {
    const { checkpoints, documents, journals, manifest, dirty } = this.#parts
    if (dirty.size === 0) return
    const { journal, number } = await journals.begin()
    await checkpoints.remove(this.#failedParts.splice(0))
    const before = this.#journal
    // A line must not reach the disk before an earlier one, so commits wait until the previous journal is written.
    this.#changingJournal = before.whenIdle().then(() => {
      this.#journal = journal
      this.#changingJournal = null
    })
    await this.#changingJournal
    await before.close()
    const names = [...dirty]
    const files: Record<string, StoredFile> = {}
    const replaced = new Set<string>()
    try {
      await this.#writeFiles(names, number, files)
      for (const name of Object.keys(files))
        for (const part of manifest.file(name)?.parts ?? []) replaced.add(part)
      await manifest.replace({ journals: [number], files, openDays: documents.open.days })
    } catch (error) {
      for (const name of names) dirty.add(name)
      this.#failedParts = Object.values(files).flatMap(({ parts }) => parts)
      throw error
    }
    await journals.removeUnnamed()
    await checkpoints.remove(replaced)
  }

  /** @param files receives the written files, by name */
  async #writeFiles(
    names: readonly string[],
    number: number,
    files: Record<string, StoredFile>,
  ): Promise<void> {
    const { catalogue, checkpoints, dirty } = this.#parts
    for (const name of names) {
      dirty.delete(name)
      files[name] = await checkpoints.write(name, this.#entries(name), number)
    }
    const games = new Map(names.flatMap((name) => dayOf(name) ?? []).map((day) => [day, this.#gamesOf(day)]))
    for (const name of catalogue.filesOf(games.keys())) {
      files[name] = await catalogue.writeChanged(name, games, number)
    }
  }

  /**
   * The current contents of one file. Calls continue while it is written: a later change is in the new journal, and
   * marks the file as dirty again.
   */
  async *#entries(name: string): AsyncGenerator<Entry<AnyDocument>> {
    const { checkpoints, documents } = this.#parts
    for (const part of checkpoints.parts(name, documents)) yield* await this.#durableEntries(part)
  }

  async *#gamesOf(day: GameDay): AsyncGenerator<Game> {
    for (const part of this.#parts.documents.partsOfDay(day)) {
      for (const [, game] of await this.#durableEntries(part)) yield game
    }
  }

  /**
   * A checkpoint never contains changes that are not yet in the journal: wait for pending lines, and retry if one failed
   * and was rolled back.
   */
  async #durableEntries<T>(part: ReadonlyMap<string, T>): Promise<Entry<T>[]> {
    for (;;) {
      const isDurable = this.#parts.inFlight.isEmpty
      const entries = [...part]
      if (isDurable || (await isFulfilled(this.#lastLine))) return entries
    }
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

const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )
