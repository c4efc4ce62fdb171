import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './data-folder-error.ts'

/** Immutable files named by the SHA-256 of what they hold, spread over 256 folders. */
export class BlobFolder {
  readonly #folder: string
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
    for (const [sha256, bytes] of blobs) {
      if (this.#known.has(sha256)) continue
      const path = this.#path(sha256)
      await mkdir(dirname(path), { recursive: true })
      const file = await open(`${path}.tmp`, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.tmp`, path)
      this.#known.add(sha256)
    }
  }

  #path(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256)
  }
}
