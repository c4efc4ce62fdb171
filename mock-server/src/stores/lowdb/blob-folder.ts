import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './data-folder-error.ts'
import { createDurably } from './durable-json-file.ts'

/** Immutable files named by the SHA-256 of what they hold, spread over 256 folders. */
export class BlobFolder {
  readonly #folder: string
  /** Folders that are known to be there. */
  readonly #folders = new Set<string>()
  /** Names that are known to be there. */
  readonly #known = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async read(sha256: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#path(sha256))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Writes what is not there yet, synced, so that a document can safely name it afterwards. */
  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const fresh = [...blobs].filter(([sha256]) => !this.#known.has(sha256))
    await Promise.all(fresh.map(([sha256, bytes]) => this.#writeOne(sha256, bytes)))
  }

  async #writeOne(sha256: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(sha256)
    if (!this.#folders.has(dirname(path))) {
      await mkdir(dirname(path), { recursive: true })
      this.#folders.add(dirname(path))
    }
    await createDurably(path, bytes)
    this.#known.add(sha256)
  }

  #path(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256)
  }
}
