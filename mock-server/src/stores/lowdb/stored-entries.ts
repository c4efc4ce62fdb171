import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { DataFolderError } from './data-folder-error.ts'
import { blocksOf, linesIn } from './lines.ts'
import type { StoredFile } from './manifest.ts'
import { checkedBlocks, type Entry, entryOf, FIRST_OFFSET, keyIn } from './sealed-json.ts'

/** Where the entries of one part of a file are: 8 bytes of memory per entry. */
interface PartIndex {
  readonly path: string
  /** CRC-32 of each key. */
  readonly checksums: Int32Array
  /** The offset of each line, and the end of the last one. */
  readonly offsets: Uint32Array
}

/**
 * Reads single entries of checkpoint files. The first read from a file reads all of it, to verify its checksum and to note
 * where each entry is, but parses only one entry. So a request for a key that does not exist costs little.
 */
export class StoredEntries {
  readonly #folder: string
  readonly #problemOf: (path: string, error: unknown) => DataFolderError
  readonly #indexes = new WeakMap<StoredFile, Promise<readonly PartIndex[]>>()

  /** @param problemOf the error to throw for a file that is missing, damaged or cannot be read. */
  constructor(folder: string, problemOf: (path: string, error: unknown) => DataFolderError) {
    this.#folder = folder
    this.#problemOf = problemOf
  }

  /** @throws {DataFolderError} if a part is missing, damaged or cannot be read. */
  async read<T>(file: StoredFile, key: string): Promise<T | undefined> {
    const checksum = crc32(keyIn(Buffer.from(`${JSON.stringify(key)}:`))) | 0
    for (const { path, checksums, offsets } of await this.#indexOf(file)) {
      for (let at = checksums.indexOf(checksum); at >= 0; at = checksums.indexOf(checksum, at + 1)) {
        const [name, value] = await this.#entry<T>(path, offsets[at] ?? 0, offsets[at + 1] ?? 0)
        if (name === key) return value
      }
    }
    return undefined
  }

  #indexOf(file: StoredFile): Promise<readonly PartIndex[]> {
    const known = this.#indexes.get(file)
    if (known) return known
    const index = Promise.all(file.parts.map((part) => this.#indexPart(join(this.#folder, part))))
    this.#indexes.set(file, index)
    // The next call reads the file again: it may have been restored.
    index.catch(() => this.#indexes.delete(file))
    return index
  }

  async #indexPart(path: string): Promise<PartIndex> {
    const checksums: number[] = []
    let end = FIRST_OFFSET
    const offsets = [end]
    try {
      for await (const block of checkedBlocks(blocksOf(path))) {
        for (const line of linesIn(block)) {
          checksums.push(crc32(keyIn(line)))
          end += line.length
          offsets.push(end)
        }
      }
    } catch (error) {
      throw this.#problemOf(path, error)
    }
    return { path, checksums: Int32Array.from(checksums), offsets: Uint32Array.from(offsets) }
  }

  async #entry<T>(path: string, start: number, end: number): Promise<Entry<T>> {
    try {
      const file = await open(path)
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
        return entryOf<T>(buffer.subarray(0, bytesRead))
      } finally {
        await file.close()
      }
    } catch (error) {
      throw this.#problemOf(path, error)
    }
  }
}
