import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import {
  type CollectionName,
  type Collections,
  collections,
  type Store,
  type Transaction,
} from '../../engine/store.ts'
import { type Change, Documents } from '../documents.ts'
import { OptimisticTransaction, runOptimistically } from '../optimistic.ts'
import { BlobFolder } from './blob-folder.ts'
import { DataFolderError, reasonOf } from './data-folder-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'

/** What one file holds: documents by id. */
type FileData = Record<string, Collections[CollectionName]>

/**
 * The embedded store: lowdb files in a data folder, one for each collection and one for each game day, drawings as
 * files named by their SHA-256. A transaction is acknowledged when its files are written. One process per folder.
 */
export class LowdbStore implements Store {
  readonly #folder: string
  readonly #documents = new Documents()
  readonly #files = new Map<string, Low<FileData>>()
  readonly #blobs: BlobFolder
  readonly #lock: FolderLock
  /** Commits go one after another: each checks, writes and applies without another in between. */
  #lastCommit: Promise<unknown> = Promise.resolve()

  private constructor(folder: string, lock: FolderLock) {
    this.#folder = folder
    this.#lock = lock
    this.#blobs = new BlobFolder(join(folder, 'drawings'))
  }

  /**
   * Opens a data folder, making it when there is none.
   * @throws {DataFolderError} when it cannot be written, is in use by another process, or holds a damaged file.
   */
  static async open(folder: string): Promise<LowdbStore> {
    await makeWritable(folder)
    const lock = await lockFolder(folder)
    const store = new LowdbStore(folder, lock)
    try {
      await store.#load()
      return store
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return runOptimistically(
      () => new OptimisticTransaction(this.#documents, (sha256) => this.#blobs.read(sha256)),
      work,
      (transaction) => (transaction.changes.length === 0 ? current(transaction) : this.#commit(transaction)),
    )
  }

  async close(): Promise<void> {
    await this.#lastCommit
    await this.#lock.release()
  }

  #commit(transaction: OptimisticTransaction): Promise<boolean> {
    const commit = this.#lastCommit.then(async () => {
      if (!transaction.isCurrent) return false
      await this.#blobs.write(transaction.blobs)
      await this.#write(transaction.changes)
      this.#documents.apply(transaction.changes)
      return true
    })
    this.#lastCommit = commit.catch(() => undefined)
    return commit
  }

  async #write(changes: readonly Change[]): Promise<void> {
    const changed = new Map<string, FileData>()
    for (const change of changes) {
      const name = fileOf(change, this.#documents)
      const data = changed.get(name) ?? { ...(await this.#file(name)).data }
      if (change.document) data[change.id] = change.document
      else delete data[change.id]
      changed.set(name, data)
    }
    for (const [name, data] of changed) {
      const file = await this.#file(name)
      const before = file.data
      file.data = data
      try {
        await file.write()
      } catch (error) {
        file.data = before
        throw error
      }
    }
  }

  async #file(name: string): Promise<Low<FileData>> {
    const known = this.#files.get(name)
    if (known) return known
    const file = new Low<FileData>(new JSONFile(join(this.#folder, `${name}.json`)), {})
    this.#files.set(name, file)
    return file
  }

  async #load(): Promise<void> {
    await mkdir(join(this.#folder, 'games'), { recursive: true })
    const days = (await readdir(join(this.#folder, 'games'))).filter((name) => name.endsWith('.json'))
    for (const collection of Object.keys(collections) as CollectionName[]) {
      const names = collection === 'games' ? days.map((day) => `games/${day.slice(0, -5)}`) : [collection]
      for (const name of names) {
        const data = await this.#read(name)
        this.#documents.apply(Object.entries(data).map(([id, document]) => ({ collection, id, document })))
      }
    }
  }

  async #read(name: string): Promise<FileData> {
    const file = await this.#file(name)
    try {
      await file.read()
    } catch (error) {
      const path = join(this.#folder, `${name}.json`)
      const size = await readFile(path).then(
        (bytes) => bytes.length,
        () => 0,
      )
      throw new DataFolderError(
        `${path} (${size} bytes) cannot be read: ${reasonOf(error)}. Put back a copy of it from a backup, or start with an empty folder through --data.`,
      )
    }
    return file.data
  }
}

const current = async (transaction: OptimisticTransaction): Promise<boolean> => transaction.isCurrent

/** Games lie in a file for each day, everything else in one for its collection. */
function fileOf({ collection, id, document }: Change, documents: Documents): string {
  if (collection !== 'games') return collection
  const game = (document ?? documents.get('games', id)) as Collections['games'] | undefined
  if (!game) throw new Error(`There is no game ${id} to remove`)
  return `games/${game.day}`
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be made: ${reasonOf(error)}. Choose another one with --data, or --memory to keep nothing.`,
    )
  }
}
