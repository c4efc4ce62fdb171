import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type DataFolderError, writingError } from './data-folder-error.ts'
import { blocksOf, linesIn } from './lines.ts'
import type { StoredFile } from './manifest.ts'
import { IndexBuilder, IndexChangedError, PartIndex, type Place } from './part-index.ts'
import { checkedBlocks, type Entry, entryOf } from './sealed-json.ts'

/** The keys under which an entry is found. */
export type KeysOf<T> = (entry: Entry<T>) => readonly string[]

type PartWithIndex = readonly [part: string, index: PartIndex]

interface StoredEntriesOptions<T> {
  readonly folder: string
  readonly keysOf: KeysOf<T>
  /** The error to throw for a file that is missing, damaged or cannot be read. */
  readonly problemOf: (path: string, error: unknown) => DataFolderError
  /** Called if a rebuilt index cannot be written. It is then kept in memory. */
  readonly onProblem: (problem: unknown) => void
}

/** Finds entries of checkpoint files by their indexes, without reading the other entries. */
export class StoredEntries<T> {
  readonly #options: StoredEntriesOptions<T>
  readonly #indexes = new WeakMap<StoredFile, Promise<readonly PartWithIndex[]>>()

  constructor(options: StoredEntriesOptions<T>) {
    this.#options = options
  }

  /**
   * The entries with a key, in their order.
   * @throws {DataFolderError} if a part is missing or cannot be read, or if one of the entries is damaged.
   */
  async find(file: StoredFile, key: string): Promise<Entry<T>[]> {
    const indexes = this.#indexesOf(file)
    try {
      return await this.#search(await indexes, key)
    } catch (error) {
      // The next call opens the indexes again: files may have been restored.
      if (this.#indexes.get(file) === indexes) this.#indexes.delete(file)
      if (!(error instanceof IndexChangedError)) throw error
      return this.#search(await this.#indexesOf(file), key)
    }
  }

  async #search(indexes: readonly PartWithIndex[], key: string): Promise<Entry<T>[]> {
    const { keysOf } = this.#options
    const found: Entry<T>[] = []
    for (const [part, index] of indexes) {
      const places = await index.places(key)
      const entries = await this.#in(part, (path) => entriesAt<T>(path, places))
      found.push(...entries.filter((entry) => keysOf(entry).includes(key)))
    }
    return found
  }

  #indexesOf(file: StoredFile): Promise<readonly PartWithIndex[]> {
    const indexes = this.#indexes.get(file) ?? this.#openIndexes(file)
    this.#indexes.set(file, indexes)
    return indexes
  }

  /** One after the other: verifying a large index takes some milliseconds, and other calls run in between. */
  async #openIndexes(file: StoredFile): Promise<PartWithIndex[]> {
    const indexes: PartWithIndex[] = []
    for (const part of file.parts) indexes.push([part, await this.#openIndex(part)])
    return indexes
  }

  #openIndex(part: string): Promise<PartIndex> {
    const { folder } = this.#options
    return this.#in(part, async (path) => (await PartIndex.open(folder, part)) ?? this.#rebuild(part, path))
  }

  async #rebuild(part: string, path: string): Promise<PartIndex> {
    const { folder, keysOf, onProblem } = this.#options
    const builder = new IndexBuilder()
    for await (const block of checkedBlocks(blocksOf(path))) {
      for (const line of linesIn(block)) builder.add(keysOf(entryOf<T>(line)), line)
    }
    const index = await builder.build(folder, part)
    try {
      await index.write()
      return index.onDisk()
    } catch (error) {
      onProblem(writingError(index.path, error))
      return index.inMemory()
    }
  }

  /** Names the file in errors of `work`. */
  async #in<R>(name: string, work: (path: string) => Promise<R>): Promise<R> {
    const path = join(this.#options.folder, name)
    try {
      return await work(path)
    } catch (error) {
      throw this.#options.problemOf(path, error)
    }
  }
}

/** @throws {SyntaxError} if a line has changed. */
async function entriesAt<T>(path: string, places: readonly Place[]): Promise<Entry<T>[]> {
  if (places.length === 0) return []
  const file = await open(path)
  try {
    return await Promise.all(
      places.map(async ({ start, length, checksum }) => {
        const line = Buffer.alloc(length)
        await file.read(line, 0, length, start)
        if (crc32(line) !== checksum) throw new SyntaxError('the checksum of a line does not match')
        return entryOf<T>(line)
      }),
    )
  } finally {
    await file.close()
  }
}
