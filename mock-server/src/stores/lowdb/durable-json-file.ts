import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { codeOf, DataFolderError, reasonOf } from './data-folder-error.ts'
import { readSealed, sealed } from './sealed-json.ts'

/** The entries of a JSON object. A list of its own, for an object of so many would take long to make. */
export type Entries<T> = Iterable<readonly [key: string, value: T]>

/**
 * lowdb's own file adapter renames, but does not sync: after a power loss the file could be empty. This one does both, and
 * seals what it writes with a checksum.
 */
export class DurableJsonFile<T> implements Adapter<Entries<T> | null> {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** @throws {DataFolderError} when the file is there and cannot be read. */
  async read(): Promise<Entries<T> | null> {
    let bytes: Buffer
    try {
      bytes = await readFile(this.#path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw new DataFolderError(`${this.#path} cannot be read: ${reasonOf(error)}. Mend its rights.`)
    }
    try {
      return Object.entries(readSealed(bytes) as Record<string, T>)
    } catch (error) {
      throw new DataFolderError(
        `${this.#path} (${bytes.length} bytes) is damaged: ${reasonOf(error)}. Put back a copy of the folder from a backup, or start with an empty one through --data.`,
      )
    }
  }

  async write(entries: Entries<T> | null): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    await writeDurably(this.#path, sealed(inPieces(entries ?? [])))
  }
}

/** A piece of JSON may take so long before others have their turn, in milliseconds. */
const SLICE_MS = 5

/** The JSON of entries: that of many at once would keep everybody waiting. */
async function* inPieces(entries: Entries<unknown>): AsyncGenerator<string> {
  let begun = performance.now()
  let piece = ''
  let comma = ''
  for (const [key, value] of entries) {
    piece += `${comma}${JSON.stringify(key)}:${JSON.stringify(value)}`
    comma = ','
    if (performance.now() - begun < SLICE_MS) continue
    yield piece
    piece = ''
    await new Promise(setImmediate)
    begun = performance.now()
  }
  if (piece !== '') yield piece
}

let writes = 0

/** Writes a file aside, syncs it, renames it into its place and syncs that too. What cannot be written leaves nothing. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const aside = `${path}.${process.pid}-${writes++}.tmp`
  try {
    await writeSynced(await open(aside, 'w', mode), content)
    await rename(aside, path)
  } catch (error) {
    // On a full disk every try would take more of what is left.
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
 * Writes a new file, synced, in its place. One that is there already, whole or torn by a crash, is written aside
 * first: somebody may count on it.
 * @param folder of the file, open: it is synced too.
 */
export async function createDurably(path: string, content: Uint8Array, folder: FileHandle): Promise<void> {
  let file: FileHandle
  try {
    file = await open(path, 'wx')
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return writeDurably(path, content)
    throw error
  }
  try {
    await file.writeFile(content)
    await file.datasync()
  } finally {
    await file.close()
  }
  await folder.sync()
}

/** Makes the names in a folder as durable as its files. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
