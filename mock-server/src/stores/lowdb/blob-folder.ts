import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, DataFolderError, writingError } from './data-folder-error.ts'
import { createDurably, FOLDER_MODE, syncFolder } from './durable-json-file.ts'

/** Maximum names in memory, some 12 MB. A file whose name has been dropped is checked or written again. */
const MAX_KNOWN = 100_000

/** Immutable files named by the SHA-256 of their content, in 256 folders. */
export class BlobFolder {
  readonly #folder: string
  readonly #onDamage: (problem: DataFolderError) => void
  /** Names of files whose damage was reported. */
  readonly #reported = new Set<string>()
  /** Folders with new files, kept open for syncing. */
  readonly #folders = new Map<string, Promise<FileHandle>>()
  /** Names of the latest files that are known to exist with the right content. */
  readonly #known = new Set<string>()

  /** @param onDamage called once for each file that is missing or damaged */
  constructor(folder: string, onDamage: (problem: DataFolderError) => void) {
    this.#folder = folder
    this.#onDamage = onDamage
  }

  /** Undefined if the file is missing or does not match its name, which is checked at the first read. */
  async read(sha256: string): Promise<Uint8Array | undefined> {
    const path = this.#path(sha256)
    let bytes: Uint8Array
    try {
      bytes = await readFile(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      this.#known.delete(sha256)
      return this.#damaged(sha256, 'it is missing')
    }
    if (!this.#known.has(sha256)) {
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        return this.#damaged(sha256, 'its content does not match its name, a SHA-256')
      }
      this.#remember(sha256)
    }
    return bytes
  }

  /** Reports a file and continues, because the rest of its game can still be shown. */
  #damaged(sha256: string, why: string): undefined {
    if (this.#reported.has(sha256)) return
    this.#reported.add(sha256)
    this.#onDamage(new DataFolderError(`${this.#path(sha256)} is damaged: ${why}. Restore it from a backup.`))
  }

  /**
   * Writes and syncs the blobs that do not exist yet. Afterwards a document can safely name them.
   * @throws {DataFolderError}
   */
  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const fresh = [...blobs].filter(([sha256]) => !this.#known.has(sha256))
    await Promise.all(fresh.map(([sha256, bytes]) => this.#writeOne(sha256, bytes)))
  }

  async #writeOne(sha256: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(sha256)
    try {
      await createDurably(path, bytes, await this.#open(dirname(path)))
    } catch (error) {
      throw writingError(path, error)
    }
    this.#remember(sha256)
  }

  #remember(sha256: string): void {
    this.#known.add(sha256)
    const [oldest] = this.#known
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }

  #open(path: string): Promise<FileHandle> {
    const known = this.#folders.get(path)
    if (known) return known
    const opening = this.#make(path)
    this.#folders.set(path, opening)
    // The next call tries again.
    opening.catch(() => this.#folders.delete(path))
    return opening
  }

  /** Creates the folder so that its name also survives a power loss. */
  async #make(path: string): Promise<FileHandle> {
    const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE })
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
