import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CollectionName, collections, isKept } from '../../../engine/collections.ts'
import type { NewData } from '../../../engine/store.ts'
import { syncFolder } from '../../platform/replace-file.ts'
import { changesTo } from '../shared/documents.ts'
import type { CommitQueue } from './commit-queue.ts'
import { throwUnavailable } from './data-folder-error.ts'
import type { Drawings } from './drawings.ts'
import {
  type Contents,
  documentsIn,
  fileOf,
  journalName,
  partIn,
  type WritableFolder,
  writeContents,
} from './folder.ts'
import { InTurn } from './in-turn.ts'
import { Journal, journalLine } from './journal.ts'

export interface SnapshotOptions {
  /** A snapshot is due when the journal is larger. */
  maxJournalBytes?: number
  /** How long what a transaction forgets may stay on the disk. */
  forgetAfterMs?: number
  /** Called for a failed snapshot, which loses nothing, and for a damaged drawing. */
  onProblem?: (problem: unknown) => void
}

const DEFAULTS = {
  maxJournalBytes: 16 * 1024 * 1024,
  /** Less than a minute, for the snapshot to end within it. Many deletions share one. */
  forgetAfterMs: 20_000,
  onProblem: () => {},
}

/**
 * Keeps the journal short: a snapshot begins a new journal, writes the parts of the documents that have changed, and removes
 * the earlier journals. A crash in between is harmless, because the lines of a journal contain whole documents: replaying
 * them over newer files gives the same result.
 */
export class Snapshots {
  readonly #folder: WritableFolder
  readonly #drawings: Drawings
  readonly #queue: CommitQueue
  readonly #options: Required<SnapshotOptions>
  readonly #inTurn = new InTurn()
  /** Whether there may be drawings that no game names. */
  #hasUnused: boolean
  /** A snapshot that was started because of the size of the journal. */
  #due: Promise<void> | null = null
  #soon: ReturnType<typeof setTimeout> | null = null
  /** The number of the newest journal, also of one that is not named in the contents yet. */
  #newest: number
  /** How many {@link replaceAll} run: their drawings are not used yet. */
  #replacing = 0

  constructor(folder: WritableFolder, drawings: Drawings, queue: CommitQueue, options: SnapshotOptions) {
    this.#folder = folder
    this.#drawings = drawings
    this.#queue = queue
    this.#options = { ...DEFAULTS, ...options }
    this.#newest = folder.journal.number
    // A process that was killed may have written drawings for games that it did not write.
    this.#hasUnused = folder.dirty.size > 0
    // Its journal may have what was to be forgotten.
    if (folder.dirty.size > 0) this.runSoon()
  }

  /** Notes the parts that a commit has changed. */
  noteChanged(parts: Iterable<string>): void {
    for (const part of parts) this.#folder.dirty.add(part)
  }

  noteUnused(): void {
    this.#hasUnused = true
  }

  runIfDue(): void {
    if (this.#folder.journal.size <= this.#options.maxJournalBytes) return
    this.#due ??= this.run().finally(() => {
      this.#due = null
    })
  }

  /** Takes a snapshot soon: one for many commits that must be forgotten. */
  runSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      void this.run()
    }, this.#options.forgetAfterMs).unref()
  }

  /** Takes a snapshot, after the one that is running. If it fails, which is reported, another one follows. */
  run(): Promise<void> {
    return this.#inTurn
      .run(() => this.#take())
      .catch((problem) => {
        this.#options.onProblem(problem)
        this.runSoon()
      })
  }

  /** Resolves when no snapshot runs. */
  settle(): Promise<void> {
    return this.#inTurn.settle()
  }

  /** Takes a last snapshot if anything has changed since the previous one, and closes the journal. */
  async close(): Promise<void> {
    await this.settle()
    if (this.#folder.dirty.size > 0 || this.#hasUnused) await this.run()
    if (this.#soon) clearTimeout(this.#soon)
    await this.#folder.journal.close()
  }

  /**
   * Writes new documents to a journal of their own, and at the end makes it the only one: the list of contents, which is
   * replaced at once, then names no other files.
   * @returns false, with nothing changed, if `onlyIfEmpty` is set and there are users
   */
  async replaceAll(write: (data: NewData) => Promise<void>, onlyIfEmpty: boolean): Promise<boolean> {
    const { path } = this.#folder
    const number = ++this.#newest
    const draft = join(path, `${journalName(number)}.${process.pid}-0.tmp`)
    const documents = documentsIn(path)
    const added = new Set<string>()
    let journal: Journal | null = null
    this.#replacing++
    this.#hasUnused = true
    try {
      const opened = await Journal.create(draft, number).catch(throwUnavailable)
      journal = opened
      const insert: NewData['insert'] = async (collection, some) => {
        await opened.append(journalLine(changesTo(collection, some)))
        for (const part of documents.add(collection, some)) added.add(part)
      }
      const putBlobs: NewData['putBlobs'] = (blobs) =>
        this.#drawings.write(blobs, { isSynced: false }).catch(throwUnavailable)
      await write({ insert, putBlobs })
      await this.#drawings.sync().catch(throwUnavailable)
      return await this.#inTurn.run(() =>
        this.#queue.exclusive(async () => {
          if (onlyIfEmpty && this.#folder.documents.count('users') > 0) return false
          for (const name of KEPT) await insert(name, [...this.#folder.documents.all(name)])
          const earlier = await this.#exchange(draft, number).catch(throwUnavailable)
          this.#folder.documents.replaceWith(documents)
          this.noteChanged(added)
          for (const name of earlier) await rm(join(path, name), { force: true }).catch(throwUnavailable)
          return true
        }),
      )
    } finally {
      this.#replacing--
      await journal?.close()
      await rm(draft, { force: true })
      void this.run()
    }
  }

  /** Makes a finished draft the only file with documents. @returns the journals that are not needed any more */
  async #exchange(draft: string, number: number): Promise<string[]> {
    const { path } = this.#folder
    // It begins a journal with a higher number: after a crash, one with a lower number that is not named is removed.
    const { dirty, earlier } = await this.#beginJournal()
    // The next snapshot removes the files of which nothing is left.
    this.noteChanged([...dirty, ...this.#folder.contents.files.map(partIn)])
    await rename(draft, join(path, journalName(number)))
    await syncFolder(path)
    await this.#writeContents({ files: [], journals: [number, this.#folder.journal.number] })
    return earlier
  }

  async #take(): Promise<void> {
    const exclusive = <T>(work: () => Promise<T>) => this.#queue.exclusive(work)
    const { dirty, earlier } = await exclusive(() => this.#beginJournal())
    await this.#writeFiles(dirty, earlier)
    if (!this.#hasUnused || this.#replacing > 0) return
    this.#hasUnused = false
    try {
      await this.#drawings.removeUnused(this.#folder.documents, exclusive)
    } catch (error) {
      this.#hasUnused = true
      throw error
    }
  }

  /** Writes the parts of the documents that have changed, and removes the journals that their files replace. */
  async #writeFiles(dirty: ReadonlySet<string>, earlier: readonly string[]): Promise<void> {
    const { path, documents, contents, journal } = this.#folder
    const files = new Set(contents.files)
    const unneeded = [...earlier]
    try {
      for (const name of dirty) {
        const part = documents.part(name)
        if (part.data.size > 0) {
          await part.write()
          files.add(fileOf(name))
        } else {
          files.delete(fileOf(name))
          unneeded.push(fileOf(name))
        }
      }
      await this.#writeContents({ files: [...files].sort(), journals: [journal.number] })
    } catch (error) {
      this.noteChanged(dirty)
      throw error
    }
    for (const name of unneeded) await rm(join(path, name), { force: true })
  }

  /** @returns the parts to write, and the journals that the snapshot replaces. */
  async #beginJournal(): Promise<{ dirty: ReadonlySet<string>; earlier: string[] }> {
    const { path, journal, contents, dirty } = this.#folder
    const number = ++this.#newest
    const next = await Journal.create(join(path, journalName(number)), number)
    try {
      await this.#writeContents({ ...contents, journals: [...contents.journals, number] })
    } catch (error) {
      await next.close()
      throw error
    }
    this.#folder.journal = next
    await journal.close()
    this.#folder.dirty = new Set()
    return { dirty, earlier: contents.journals.map(journalName) }
  }

  async #writeContents(contents: Contents): Promise<void> {
    await writeContents(this.#folder.path, contents)
    this.#folder.contents = contents
  }
}

const KEPT = (Object.keys(collections) as CollectionName[]).filter(isKept)
