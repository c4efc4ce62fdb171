import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, DataFolderError } from './data-folder-error.ts'
import { createDurably, syncFolder } from './durable-json-file.ts'

/** Immutable files named by the SHA-256 of what they hold, spread over 256 folders. */
export class BlobFolder {
  readonly #folder: string
  /** Folders that something was written into, open to be synced again. */
  readonly #folders = new Map<string, Promise<FileHandle>>()
  /** Names that are known to be there, with what they say. */
  readonly #known = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws {DataFolderError} when the file does not hold what its name says; looked at once, when it is first read. */
  async read(sha256: string): Promise<Uint8Array | undefined> {
    const path = this.#path(sha256)
    let bytes: Uint8Array
    try {
      bytes = await readFile(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
    if (!this.#known.has(sha256)) {
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new DataFolderError(
          `${path} (${bytes.length} bytes) is damaged: it is not what its name, a SHA-256, says. Put back a copy from a backup.`,
        )
      }
      this.#known.add(sha256)
    }
    return bytes
  }

  /** Writes what is not there yet, synced, so that a document can safely name it afterwards. */
  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const fresh = [...blobs].filter(([sha256]) => !this.#known.has(sha256))
    await Promise.all(fresh.map(([sha256, bytes]) => this.#writeOne(sha256, bytes)))
  }

  async #writeOne(sha256: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(sha256)
    await createDurably(path, bytes, await this.#open(dirname(path)))
    this.#known.add(sha256)
  }

  #open(path: string): Promise<FileHandle> {
    const known = this.#folders.get(path)
    if (known) return known
    const opening = this.#make(path)
    this.#folders.set(path, opening)
    // The next one tries again.
    opening.catch(() => this.#folders.delete(path))
    return opening
  }

  /** The folder's own name is to survive a power loss as well. */
  async #make(path: string): Promise<FileHandle> {
    const first = await mkdir(path, { recursive: true })
    if (first !== undefined) await syncFolder(dirname(first))
    if (first !== path) await syncFolder(this.#folder)
    return open(path, 'r')
  }

  async close(): Promise<void> {
    for (const folder of this.#folders.values()) await (await folder).close()
    this.#folders.clear()
  }

  #path(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256)
  }
}
