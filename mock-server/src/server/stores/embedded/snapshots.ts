import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { type CollectionName, collections, isKept } from '../../../engine/collections.ts'
import type { NewData } from '../../../engine/store.ts'
import { syncFolder } from '../../platform/replace-file.ts'
import { changesTo, Documents } from '../shared/documents.ts'
import type { OptimisticTransaction } from '../shared/optimistic-transaction.ts'
import type { CommitQueue } from './commit-queue.ts'
import { allFilesOf, type Contents, documentsOf, filesOf, journalName, writeContents } from './contents.ts'
import { unavailable } from './data-folder-error.ts'
import { DocumentFile } from './document-file.ts'
import type { Drawings } from './drawings.ts'
import { Journal, journalLine } from './journal.ts'

export interface SnapshotParts {
  readonly folder: string
  readonly documents: Documents
  readonly drawings: Drawings
  readonly queue: CommitQueue
  /** A snapshot is due when the journal is larger. */
  readonly maxJournalBytes: number
  /** How long what must be forgotten may stay in the journal and in files. */
  readonly forgetAfterMs: number
  /** Called for a failed snapshot, which loses nothing. */
  readonly onProblem: (problem: unknown) => void
}

/** What an opened folder has that its document files lack. */
export interface SnapshotState {
  readonly contents: Contents
  readonly journal: Journal
  /** Document files that lack changes of the journals. */
  readonly dirty: Set<string>
}

/**
 * Keeps the journal short: a snapshot begins a new journal, writes the document files that have changed, and removes the
 * earlier journals. A crash in between is harmless, because the lines of a journal contain whole documents: replaying them
 * over newer files gives the same result.
 */
export class Snapshots {
  readonly #parts: SnapshotParts
  readonly #journal: Journal
  #contents: Contents
  #dirty: Set<string>
  /** Whether there may be drawings that no game names. */
  #hasUnused: boolean
  #running: Promise<void> | null = null
  /** Whether something that must be forgotten may still be in a file, and the timer of the snapshot that removes it. */
  #mustForget = false
  #soon: ReturnType<typeof setTimeout> | null = null
  /** The number of the newest journal, also of one that is not named in the contents yet. */
  #newest: number
  /** How many {@link replaceAll} run: their drawings are not used yet. */
  #replacing = 0

  constructor(parts: SnapshotParts, { contents, journal, dirty }: SnapshotState) {
    this.#parts = parts
    this.#contents = contents
    this.#journal = journal
    this.#newest = journal.number
    this.#dirty = dirty
    // A process that was killed may have written drawings for games that it did not write.
    this.#hasUnused = dirty.size > 0
    // Its journal may have what was to be forgotten.
    if (dirty.size > 0) this.forgetSoon()
  }

  /** Notes the files that a commit changes. Called before its changes are applied. */
  note({ changes, losesBlobs }: OptimisticTransaction): void {
    for (const name of filesOf(changes, this.#parts.documents)) this.#dirty.add(name)
    this.#hasUnused ||= losesBlobs
  }

  noteUnused(): void {
    this.#hasUnused = true
  }

  runIfDue(): void {
    if (this.#journal.size > this.#parts.maxJournalBytes && !this.#running) void this.run()
  }

  /** Takes a snapshot soon: one for many commits. If it fails, another one follows. */
  forgetSoon(): void {
    this.#mustForget = true
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      void this.run()
    }, this.#parts.forgetAfterMs).unref()
  }

  /** Takes a snapshot, after the one that is running. Problems are reported, not thrown. */
  run(): Promise<void> {
    return this.#inTurn(() => this.#take()).catch((problem) => {
      this.#parts.onProblem(problem)
      if (this.#mustForget) this.forgetSoon()
    })
  }

  /** Runs work after the snapshot that is running, and before the next one. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = (this.#running ?? Promise.resolve()).then(work)
    const done = () => {
      if (this.#running === running) this.#running = null
    }
    const running = result.then(done, done)
    this.#running = running
    return result
  }

  /** Resolves when no snapshot runs. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running
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
    const documents = new Documents()
    let journal: Journal | null = null
    this.#replacing++
    this.#hasUnused = true
    try {
      const opened = await Journal.create(draft, number).catch(unavailable)
      journal = opened
      const insert: NewData['insert'] = async (collection, added) => {
        await opened.append(journalLine(changesTo(collection, added)))
        documents.add(collection, added)
      }
      await write({ insert, putBlobs: (blobs) => drawings.writeUnsynced(blobs).catch(unavailable) })
      await drawings.sync().catch(unavailable)
      return await this.#inTurn(() =>
        queue.exclusive(async () => {
          if (onlyIfEmpty && this.#parts.documents.count('users') > 0) return false
          for (const name of KEPT) await insert(name, [...this.#parts.documents.all(name)])
          await this.#exchange(opened, draft, documents).catch(unavailable)
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

  async #exchange({ number }: Journal, draft: string, documents: Documents): Promise<void> {
    const { folder } = this.#parts
    // It begins a journal with a higher number: after a crash, one with a lower number that is not named is removed.
    const { dirty, earlier, hadToForget } = await this.#beginJournal()
    const { files } = this.#contents
    try {
      await rename(draft, join(folder, journalName(number)))
      await syncFolder(folder)
      await this.#write({ files: [], journals: [number, this.#journal.number] })
    } catch (error) {
      for (const name of dirty) this.#dirty.add(name)
      this.#mustForget ||= hadToForget
      throw error
    }
    this.#parts.documents.replaceWith(documents)
    // The next snapshot writes the new files, and removes the others.
    this.#dirty = new Set([...files, ...allFilesOf(documents)])
    for (const name of earlier.map(journalName)) await rm(join(folder, name), { force: true })
  }

  async #take(): Promise<void> {
    const { documents, drawings, queue } = this.#parts
    const { dirty, earlier, hadToForget } = await queue.exclusive(() => this.#beginJournal())
    try {
      await this.#writeFiles(dirty, earlier)
      if (!this.#hasUnused || this.#replacing > 0) return
      this.#hasUnused = false
      await drawings
        .removeUnused(documents, (work) => queue.exclusive(work))
        .catch((error) => {
          this.#hasUnused = true
          throw error
        })
    } catch (error) {
      this.#mustForget ||= hadToForget
      throw error
    }
  }

  /** Writes the document files that have changed, and removes the journals that they replace. */
  async #writeFiles(dirty: ReadonlySet<string>, earlier: readonly number[]): Promise<void> {
    const { folder, documents } = this.#parts
    const files = new Set(this.#contents.files)
    const empty: string[] = []
    try {
      for (const name of dirty) {
        const stored = documentsOf(name, documents)
        if (stored.length === 0) {
          files.delete(name)
          empty.push(name)
          continue
        }
        await new Low(new DocumentFile(join(folder, name)), stored).write()
        files.add(name)
      }
      await this.#write({ files: [...files].sort(), journals: [this.#journal.number] })
    } catch (error) {
      for (const name of dirty) this.#dirty.add(name)
      throw error
    }
    for (const name of [...empty, ...earlier.map(journalName)]) await rm(join(folder, name), { force: true })
  }

  /** @returns the files to write, the numbers of the journals that the snapshot replaces, and whether these have to go. */
  async #beginJournal(): Promise<{ dirty: Set<string>; earlier: readonly number[]; hadToForget: boolean }> {
    const { files, journals } = this.#contents
    const number = ++this.#newest
    const next = await Journal.create(join(this.#parts.folder, journalName(number)), number)
    try {
      await this.#write({ files, journals: [...journals, number] })
    } catch (error) {
      await next.close()
      throw error
    }
    await this.#journal.continueIn(next)
    const dirty = this.#dirty
    this.#dirty = new Set()
    const hadToForget = this.#mustForget
    this.#mustForget = false
    return { dirty, earlier: journals, hadToForget }
  }

  async #write(contents: Contents): Promise<void> {
    await writeContents(this.#parts.folder, contents)
    this.#contents = contents
  }
}

const KEPT = (Object.keys(collections) as CollectionName[]).filter(isKept)
