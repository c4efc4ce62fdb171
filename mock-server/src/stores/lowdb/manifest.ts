import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { codeOf, damaged, readingError } from './data-folder-error.ts'
import { writeDurably } from './durable-json-file.ts'
import { readSealed, sealedJson } from './sealed-json.ts'

const NAME = 'manifest.json'
/** Files that only a used folder contains: next to them, a missing manifest means damage. */
const SIGNS_OF_USE = /^(?:manifest\.json|journal-\d+\.log|secrets\.json|drawings|games|catalogue)$/

const count = z.int().check(z.nonnegative())

const storedFile = z.object({
  /** Paths in the folder, with slashes. */
  parts: z.array(z.string()),
  documents: count,
  /** Of all parts together. */
  bytes: count,
})
/** A checkpoint of one collection, of one day of games, or of one month of the catalogue. */
export type StoredFile = z.infer<typeof storedFile>

const folderContents = z.object({
  /** The numbers of the journals, oldest first; the last one is being written. */
  journals: z.array(count),
  /** By name: `users`, `games/2026-03-07`, `catalogue/2026-03`. */
  files: z.record(z.string(), storedFile),
  /** Days with games that were open at the last checkpoint. */
  openDays: z.array(z.string()),
})
type FolderContents = z.infer<typeof folderContents>

/**
 * Names every file that a data folder must contain, so that a missing one is detected. Replacing the manifest commits a
 * checkpoint: from then on the new files are valid, and files that it no longer names can be removed.
 */
export class Manifest {
  readonly #path: string
  #contents: FolderContents

  private constructor(path: string, contents: FolderContents) {
    this.#path = path
    this.#contents = contents
  }

  /** @throws {DataFolderError} if the manifest is damaged, or missing in a used folder. */
  static async open(folder: string): Promise<Manifest> {
    const path = join(folder, NAME)
    try {
      return new Manifest(path, folderContents.parse(readSealed(await readFile(path))))
    } catch (error) {
      if (error instanceof z.core.$ZodError) throw damaged(path, 'it is not a manifest')
      const problem = readingError(path, error)
      const isNew = codeOf(error) === 'ENOENT' && !(await isInUse(folder))
      if (!isNew) throw problem
      const manifest = Manifest.empty(folder)
      // Written before all other files, so that the folder can be opened after a crash.
      await manifest.replace({})
      return manifest
    }
  }

  /** The manifest of a folder without files, not written yet. */
  static empty(folder: string): Manifest {
    return new Manifest(join(folder, NAME), { journals: [], files: {}, openDays: [] })
  }

  get journals(): readonly number[] {
    return this.#contents.journals
  }

  get openDays(): readonly string[] {
    return this.#contents.openDays
  }

  /** The names of files below a folder, such as `games`. */
  namesIn(folder: string): string[] {
    const start = `${folder}/`
    return Object.keys(this.#contents.files).filter((name) => name.startsWith(start))
  }

  file(name: string): StoredFile | undefined {
    return Object.hasOwn(this.#contents.files, name) ? this.#contents.files[name] : undefined
  }

  /** Of all files together. */
  get bytes(): number {
    return Object.values(this.#contents.files).reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get parts(): string[] {
    return Object.values(this.#contents.files).flatMap(({ parts }) => parts)
  }

  /**
   * Resolves when the change is on disk. If it cannot be written, this process continues with the old contents. Files
   * without documents are left out.
   */
  async replace({ files, ...rest }: Partial<FolderContents>): Promise<void> {
    const all = Object.entries({ ...this.#contents.files, ...files })
    const next = {
      ...this.#contents,
      ...rest,
      files: Object.fromEntries(all.filter(([, { documents }]) => documents > 0)),
    }
    await writeDurably(this.#path, sealedJson(next))
    this.#contents = next
  }
}

/** Whether a server has used a folder. */
export const isInUse = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => SIGNS_OF_USE.test(name))
