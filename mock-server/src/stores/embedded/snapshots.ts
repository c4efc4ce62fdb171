import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Game } from '../../rules/game/game.ts'
import type { Change, Documents } from '../shared/documents.ts'
import type { CommitQueue } from './commit-queue.ts'
import { type Contents, documentsOf, filesOf, journalName, writeContents } from './contents.ts'
import { DocumentFile } from './document-file.ts'
import type { Drawings } from './drawings.ts'
import { Journal } from './journal.ts'

export interface SnapshotParts {
  readonly folder: string
  readonly documents: Documents
  readonly drawings: Drawings
  readonly queue: CommitQueue
  /** A snapshot is due when the journal is larger. */
  readonly maxJournalBytes: number
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

  constructor(parts: SnapshotParts, { contents, journal, dirty }: SnapshotState) {
    this.#parts = parts
    this.#contents = contents
    this.#journal = journal
    this.#dirty = dirty
    // A process that was killed may have written drawings for games that it did not write.
    this.#hasUnused = dirty.size > 0
  }

  /** Notes the files that a commit changes. Called before its changes are applied. */
  note(changes: readonly Change[]): void {
    const { documents } = this.#parts
    for (const name of filesOf(changes, documents)) this.#dirty.add(name)
    this.#hasUnused ||= changes.some(
      ({ collection, id, document }) =>
        collection === 'games' && losesEntries(documents.get('games', id), document as Game | null),
    )
  }

  noteUnused(): void {
    this.#hasUnused = true
  }

  runIfDue(): void {
    if (this.#journal.size > this.#parts.maxJournalBytes && !this.#running) void this.run()
  }

  /** Takes a snapshot, after the one that is running. Problems are reported, not thrown. */
  run(): Promise<void> {
    const running = (this.#running ?? Promise.resolve())
      .then(() => this.#take())
      .catch(this.#parts.onProblem)
      .finally(() => {
        if (this.#running === running) this.#running = null
      })
    this.#running = running
    return running
  }

  /** Resolves when no snapshot runs. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Takes a last snapshot if anything has changed since the previous one, and closes the journal. */
  async close(): Promise<void> {
    await this.settle()
    if (this.#dirty.size > 0 || this.#hasUnused) await this.run()
    await this.#journal.close()
  }

  async #take(): Promise<void> {
    const { folder, documents, drawings, queue } = this.#parts
    const { dirty, earlier } = await queue.exclusive(() => this.#beginJournal())
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
    if (!this.#hasUnused) return
    this.#hasUnused = false
    await drawings.removeUnused(documents, (work) => queue.exclusive(work))
  }

  /** @returns the files to write, and the numbers of the journals that the snapshot replaces. */
  async #beginJournal(): Promise<{ dirty: Set<string>; earlier: readonly number[] }> {
    const { files, journals } = this.#contents
    const number = this.#journal.number + 1
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
    return { dirty, earlier: journals }
  }

  async #write(contents: Contents): Promise<void> {
    await writeContents(this.#parts.folder, contents)
    this.#contents = contents
  }
}

/** Whether a game is removed, or replaced by one with a shorter chain. */
const losesEntries = (before: Game | undefined, after: Game | null): boolean =>
  (after?.entries.length ?? 0) < (before?.entries.length ?? 0)
