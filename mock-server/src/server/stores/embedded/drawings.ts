import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blobNamesOf } from '../../../core/rules/game/game.ts'
import {
  DRAFT,
  FILE_MODE,
  FOLDER_MODE,
  replaceFile,
  syncFiles,
  syncFolder,
} from '../../platform/replace-file.ts'
import type { Documents } from '../shared/documents.ts'
import { type DataFolderError, damaged, systemCode, writingError } from './data-folder-error.ts'

/** Drawings and their strokes: immutable files named by the SHA-256 of their content, in 256 folders. */
export class Drawings {
  readonly #folder: string
  readonly #onDamage: (problem: DataFolderError) => void
  /** Names of files whose damage was reported. */
  readonly #reported = new Set<string>()
  /** The names written since {@link removeUnused} has begun, which it keeps; null while it does not run. */
  #written: Set<string> | null = null

  /** @param onDamage called once for each file that is missing or damaged */
  constructor(folder: string, onDamage: (problem: DataFolderError) => void) {
    this.#folder = folder
    this.#onDamage = onDamage
  }

  /** Undefined if the file is missing or does not match its name. */
  async read(sha256: string): Promise<Uint8Array | undefined> {
    const bytes = await readFile(this.#path(sha256)).catch((error) => {
      if (systemCode(error) !== 'ENOENT') throw error
    })
    if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
    // The rest of its game can still be shown.
    const why = bytes ? 'its content does not match its name, a SHA-256' : 'it is missing'
    if (!this.#reported.has(sha256))
      this.#onDamage(damaged(this.#path(sha256), why, () => 'Restore it from a backup.'))
    this.#reported.add(sha256)
    return undefined
  }

  /**
   * Writes drawings. Afterwards a document can safely name them; without a sync only after {@link sync}, because syncing each
   * of very many takes minutes.
   * @throws {DataFolderError}
   */
  async write(blobs: ReadonlyMap<string, Uint8Array>, { isSynced = true } = {}): Promise<void> {
    const writeOne = async ([sha256, bytes]: [string, Uint8Array]) => {
      const path = this.#path(sha256)
      this.#written?.add(sha256)
      try {
        const isNew = await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
        if (!isSynced) return await writeFile(path, bytes, { mode: FILE_MODE })
        // The names of new folders survive a power loss too.
        if (isNew) for (const parent of [this.#folder, dirname(this.#folder)]) await syncFolder(parent)
        await replaceFile(path, bytes)
      } catch (error) {
        throw writingError(path, error)
      }
    }
    await Promise.all([...blobs].map(writeOne))
  }

  /** @throws {DataFolderError} */
  async sync(): Promise<void> {
    // There is no folder before the first drawing.
    if ((await namesIn(this.#folder)).length === 0) return
    await syncFiles(this.#folder).catch((error) => {
      throw writingError(this.#folder, error)
    })
  }

  /**
   * Removes the drawings that no game names.
   * @param exclusive runs work while nothing is written: a drawing is written before the game that names it.
   */
  async removeUnused(
    documents: Documents,
    exclusive: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const written = new Set<string>()
    await exclusive(async () => {
      this.#written = written
    })
    const used = new Set<string>()
    let games = 0
    for (const game of documents.all('games')) {
      for (const name of blobNamesOf([game])) used.add(name)
      // Other calls run in between.
      if (++games % PIECE === 0) await new Promise(setImmediate)
    }
    for (const folder of await namesIn(this.#folder)) {
      const names = (await namesIn(join(this.#folder, folder))).filter((name) => NAME.test(name))
      const unused = names.filter((name) => !used.has(name))
      for (let from = 0; from < unused.length; from += PIECE) {
        const some = unused.slice(from, from + PIECE)
        await exclusive(async () => {
          for (const name of some) if (!written.has(name)) await rm(this.#path(name), { force: true })
        })
      }
    }
    this.#written = null
  }

  #path(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256)
  }
}

/** The name of a drawing, or of a draft of one that a crash has left. */
const NAME = new RegExp(`^[0-9a-f]{64}(?:${DRAFT.source})?$`)

/** Empty for what is not a folder, such as a stray file. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  })

/** Games or files handled at a time. */
const PIECE = 100
