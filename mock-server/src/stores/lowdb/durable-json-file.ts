import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { codeOf, DataFolderError, reasonOf } from './data-folder-error.ts'

/** lowdb's own file adapter renames, but does not sync: after a power loss the file could be empty. This one does both. */
export class DurableJsonFile<T> implements Adapter<T> {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** @throws {DataFolderError} when the file is there and cannot be read. */
  async read(): Promise<T | null> {
    let text: string
    try {
      text = await readFile(this.#path, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw new DataFolderError(`${this.#path} cannot be read: ${reasonOf(error)}. Mend its rights.`)
    }
    try {
      return JSON.parse(text) as T
    } catch (error) {
      throw new DataFolderError(
        `${this.#path} (${text.length} bytes) is damaged: ${reasonOf(error)}. Put back a copy of the folder from a backup, or start with an empty one through --data.`,
      )
    }
  }

  async write(data: T): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    await writeDurably(this.#path, jsonInPieces(data))
  }
}

/** A piece of JSON may take so long before others have their turn, in milliseconds. */
const SLICE_MS = 5

/** The JSON of a value, entry by entry: a large one whole would keep everybody waiting. */
async function* jsonInPieces(data: unknown): AsyncGenerator<string> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    yield JSON.stringify(data)
    return
  }
  let begun = performance.now()
  let piece = '{'
  let comma = ''
  for (const [key, value] of Object.entries(data)) {
    piece += `${comma}${JSON.stringify(key)}:${JSON.stringify(value)}`
    comma = ','
    if (performance.now() - begun < SLICE_MS) continue
    yield piece
    piece = ''
    await new Promise(setImmediate)
    begun = performance.now()
  }
  yield `${piece}}`
}

let writes = 0

/** Writes a file aside, syncs it, renames it into its place and syncs that too. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const aside = `${path}.${process.pid}-${writes++}.tmp`
  const file = await open(aside, 'w', mode)
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for await (const piece of pieces) await file.appendFile(piece)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  await syncFolder(dirname(path))
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
