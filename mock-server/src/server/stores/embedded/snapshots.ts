import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CollectionName, collections, isKept } from '../../../engine/collections.ts'
import type { NewData } from '../../../engine/store.ts'
import { syncFolder } from '../../platform/replace-file.ts'
import { changesTo, type Documents } from '../shared/documents.ts'
import type { CommitQueue } from './commit-queue.ts'
import { unavailable } from './data-folder-error.ts'
import type { Drawings } from './drawings.ts'
import {
  type Contents,
  documentsIn,
  fileOf,
  journalName,
  type OpenFolder,
  partIn,
  writeContents,
} from './folder.ts'
import { InTurn } from './in-turn.ts'
import { Journal, journalLine } from './journal.ts'

export interface SnapshotParts {
  readonly folder: string
  readonly drawings: Drawings
  readonly queue: CommitQueue
  /** A snapshot is due when the journal is larger. */
  readonly maxJournalBytes: number
  /** How long what must be forgotten may stay in the journal and in files. */
  readonly forgetAfterMs: number
  /** Called for a failed snapshot, which loses nothing. */
  readonly onProblem: (problem: unknown) => void
}

/**
 * Keeps the journal short: a snapshot begins a new journal, writes the parts of the documents that have changed, and removes
 * the earlier journals. A crash in between is harmless, because the lines of a journal contain whole documents: replaying
 * them over newer files gives the same result.
 */
export class Snapshots {
  readonly #parts: SnapshotParts
  readonly #documents: Documents
  readonly #inTurn = new InTurn()
  #journal: Journal
  #contents: Contents
  /** The parts of the documents whose files lack changes of the journals. */
  #dirty: Set<string>
  /** Whether there may be drawings that no game names. */
  #hasUnused: boolean
  /** A snapshot that was started because of the size of the journal. */
  #due: Promise<void> | null = null
  #soon: ReturnType<typeof setTimeout> | null = null
  /** The number of the newest journal, also of one that is not named in the contents yet. */
  #newest: number
  /** How many {@link replaceAll} run: their drawings are not used yet. */
  #replacing = 0

  constructor(parts: SnapshotParts, folder: OpenFolder, journal: Journal) {
    this.#parts = parts
    this.#documents = folder.documents
    this.#journal = journal
    this.#newest = journal.number
    this.#contents = folder.contents
    this.#dirty = folder.dirty
    // A process that was killed may have written drawings for games that it did not write.
    this.#hasUnused = folder.dirty.size > 0
    // Its journal may have what was to be forgotten.
    if (folder.dirty.size > 0) this.runSoon()
  }

  /** The one that is being written. */
  get journal(): Journal {
    return this.#journal
  }

  /** Notes the parts that a commit has changed. */
  noteChanged(parts: Iterable<string>): void {
    for (const part of parts) this.#dirty.add(part)
  }

  noteUnused(): void {
    this.#hasUnused = true
  }

  runIfDue(): void {
    if (this.#journal.size <= this.#parts.maxJournalBytes) return
    this.#due ??= this.run().finally(() => {
      this.#due = null
    })
  }

  /** Takes a snapshot soon: one for many commits that must be forgotten. */
  runSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      void this.run()
    }, this.#parts.forgetAfterMs).unref()
  }

  /** Takes a snapshot, after the one that is running. If it fails, which is reported, another one follows. */
  run(): Promise<void> {
    return this.#inTurn
      .run(() => this.#take())
      .catch((problem) => {
        this.#parts.onProblem(problem)
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
    if (this.#dirty.size > 0 || this.#hasUnused) await this.run()
    if (this.#soon) clearTimeout(this.#soon)
    await this.#journal.close()
  }

  /**
   * Writes new documents to a journal of their own, and at the end makes it the only one: the list of contents, which is
   * replaced at once, then names no other files.
   * @returns false, with nothing changed, if `onlyIfEmpty` is set and there are users
   */
  async replaceAll(write: (data: NewData) => Promise<void>, onlyIfEmpty: boolean): Promise<boolean> {
    const { folder, drawings, queue } = this.#parts
    const number = ++this.#newest
    const draft = join(folder, `${journalName(number)}.${process.pid}-0.tmp`)
    const documents = documentsIn(folder)
    const added = new Set<string>()
    let journal: Journal | null = null
    this.#replacing++
    this.#hasUnused = true
    try {
      const opened = await Journal.create(draft, number).catch(unavailable)
      journal = opened
      const insert: NewData['insert'] = async (collection, some) => {
        await opened.append(journalLine(changesTo(collection, some)))
        for (const part of documents.add(collection, some)) added.add(part)
      }
      await write({ insert, putBlobs: (blobs) => drawings.writeUnsynced(blobs).catch(unavailable) })
      await drawings.sync().catch(unavailable)
      return await this.#inTurn.run(() =>
        queue.exclusive(async () => {
          if (onlyIfEmpty && this.#documents.count('users') > 0) return false
          for (const name of KEPT) await insert(name, [...this.#documents.all(name)])
          await this.#exchange(draft, number).catch(unavailable)
          this.#documents.replaceWith(documents)
          this.noteChanged(added)
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

  /** Makes a finished draft the only file with documents. */
  async #exchange(draft: string, number: number): Promise<void> {
    const { folder } = this.#parts
    // It begins a journal with a higher number: after a crash, one with a lower number that is not named is removed.
    const { dirty, earlier } = await this.#beginJournal()
    const { files } = this.#contents
    try {
      await rename(draft, join(folder, journalName(number)))
      await syncFolder(folder)
      await this.#writeContents({ files: [], journals: [number, this.#journal.number] })
    } catch (error) {
      this.noteChanged(dirty)
      throw error
    }
    // The next snapshot removes the files of which nothing is left.
    this.noteChanged(files.map(partIn))
    for (const name of earlier.map(journalName)) await rm(join(folder, name), { force: true })
  }

  async #take(): Promise<void> {
    const { drawings, queue } = this.#parts
    const { dirty, earlier } = await queue.exclusive(() => this.#beginJournal())
    await this.#writeFiles(dirty, earlier)
    if (!this.#hasUnused || this.#replacing > 0) return
    this.#hasUnused = false
    try {
      await drawings.removeUnused(this.#documents, (work) => queue.exclusive(work))
    } catch (error) {
      this.#hasUnused = true
      throw error
    }
  }

  /** Writes the parts of the documents that have changed, and removes the journals that their files replace. */
  async #writeFiles(dirty: ReadonlySet<string>, earlier: readonly number[]): Promise<void> {
    const { folder } = this.#parts
    const files = new Set(this.#contents.files)
    const unneeded = earlier.map(journalName)
    try {
      for (const name of dirty) {
        const part = this.#documents.part(name)
        if (part.data.size > 0) {
          await part.write()
          files.add(fileOf(name))
        } else {
          files.delete(fileOf(name))
          unneeded.push(fileOf(name))
        }
      }
      await this.#writeContents({ files: [...files].sort(), journals: [this.#journal.number] })
    } catch (error) {
      this.noteChanged(dirty)
      throw error
    }
    for (const name of unneeded) await rm(join(folder, name), { force: true })
  }

  /** @returns the parts to write, and the numbers of the journals that the snapshot replaces. */
  async #beginJournal(): Promise<{ dirty: ReadonlySet<string>; earlier: readonly number[] }> {
    const { files, journals } = this.#contents
    const number = ++this.#newest
    const next = await Journal.create(join(this.#parts.folder, journalName(number)), number)
    try {
      await this.#writeContents({ files, journals: [...journals, number] })
    } catch (error) {
      await next.close()
      throw error
    }
    const before = this.#journal
    this.#journal = next
    await before.close()
    const dirty = this.#dirty
    this.#dirty = new Set()
    return { dirty, earlier: journals }
  }

  async #writeContents(contents: Contents): Promise<void> {
    await writeContents(this.#parts.folder, contents)
    this.#contents = contents
  }
}

const KEPT = (Object.keys(collections) as CollectionName[]).filter(isKept)
