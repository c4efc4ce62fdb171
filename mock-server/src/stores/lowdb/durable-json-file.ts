import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { yieldToEventLoop } from '../../engine/slice.ts'
import { codeOf, readingError } from './data-folder-error.ts'
import { blocksOf } from './lines.ts'
import { type Entry, lineOf, readSealedLines, sealedLines } from './sealed-json.ts'

/** Only the server's user may read a data folder. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

/** The entries of a JSON object, read or to be written. */
export type Entries<T> = Iterable<Entry<T>> | AsyncIterable<Entry<T>>

export type OnLine<T> = (entry: Entry<T>, line: string) => void

/**
 * lowdb's own file adapter holds the whole text in memory and does not sync, so a power loss can leave an empty file.
 * This one reads and writes entry by entry, syncs, and adds a checksum.
 */
export class DurableJsonFile<T> implements Adapter<Entries<T>> {
  readonly #path: string
  readonly #onLine: OnLine<T>

  /** @param onLine called with each line before it is written */
  constructor(path: string, onLine: OnLine<T> = () => {}) {
    this.#path = path
    this.#onLine = onLine
  }

  /** Reading the entries throws a DataFolderError if the file is missing, damaged or cannot be read. */
  async read(): Promise<Entries<T>> {
    return this.#entries()
  }

  async write(entries: Entries<T>): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: FOLDER_MODE })
    await writeDurably(this.#path, sealedLines(inPieces(entries, this.#onLine)))
  }

  async *#entries(): AsyncGenerator<Entry<T>> {
    try {
      yield* readSealedLines<T>(blocksOf(this.#path))
    } catch (error) {
      throw readingError(this.#path, error)
    }
  }
}

/** How long one piece may block other calls. Each piece is a write to the file. */
const PIECE_MS = 0.5

/** The lines of entries, in pieces: building all lines at once would block other calls. */
async function* inPieces<T>(entries: Entries<T>, onLine: OnLine<T>): AsyncGenerator<string> {
  let startedAt = performance.now()
  let piece = ''
  for await (const entry of entries) {
    const line = lineOf(entry)
    onLine(entry, line)
    piece += line
    if (performance.now() - startedAt < PIECE_MS) continue
    yield piece
    piece = ''
    await yieldToEventLoop()
    startedAt = performance.now()
  }
  if (piece !== '') yield piece
}

let writes = 0

/** Writes a temporary file, syncs it, renames it and syncs the folder. A failed write leaves nothing behind. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const aside = `${path}.${process.pid}-${writes++}.tmp`
  try {
    await writeSynced(await open(aside, 'w', FILE_MODE), content)
    await rename(aside, path)
  } catch (error) {
    // On a full disk, leftovers of failed writes would use up the remaining space.
    await rm(aside, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

async function writeSynced(
  file: FileHandle,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for await (const piece of pieces) await file.appendFile(piece)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/**
 * Writes a new file and syncs it. One torn by a crash is replaced by a rename, because a document may name it.
 * @param folder the open folder of the file; it is synced too.
 */
export async function createDurably(path: string, content: Uint8Array, folder: FileHandle): Promise<void> {
  let file: FileHandle
  try {
    file = await open(path, 'wx', FILE_MODE)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (await syncIfEqual(path, content)) return folder.sync()
    return writeDurably(path, content)
  }
  try {
    await file.writeFile(content)
    await file.datasync()
  } finally {
    await file.close()
  }
  await folder.sync()
}

/** Syncs a file that has this content: the process that wrote it may have been killed before. @returns whether it has. */
async function syncIfEqual(path: string, content: Uint8Array): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    if (!(await file.readFile()).equals(content)) return false
    await file.datasync()
    return true
  } finally {
    await file.close()
  }
}

/** Syncs a folder, so that the names in it survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
