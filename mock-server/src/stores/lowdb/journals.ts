import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from '../shared/documents.ts'
import { damaged } from './data-folder-error.ts'
import { Journal, journalLine, readJournal } from './journal.ts'
import type { Manifest } from './manifest.ts'

const NAME = /^journal-(\d+)\.log$/
export const journalName = (number: number): string => `journal-${number}.log`

/** The first line of a journal. */
export const firstLine = (number: number): string => journalLine({ journal: number })

/** The numbered journals of a data folder. A checkpoint begins a new one and removes earlier ones. */
export class Journals {
  readonly #folder: string
  readonly #manifest: Manifest
  readonly #onFailure: () => void

  /** @param onFailure see {@link Journal.open}. */
  constructor(folder: string, manifest: Manifest, onFailure: () => void) {
    this.#folder = folder
    this.#manifest = manifest
    this.#onFailure = onFailure
  }

  /**
   * The transactions of all journals, oldest first.
   * @throws {DataFolderError} if one is missing or has damage other than a torn end.
   */
  async *read(): AsyncGenerator<readonly Change[]> {
    await this.#checkUnnamed()
    for (const number of this.#manifest.journals) {
      const path = this.#path(number)
      let isFirst = true
      for await (const record of readJournal(path)) {
        if (!isFirst) yield record as readonly Change[]
        else if (!isHeader(record, number)) throw damaged(path, 'its first line is missing')
        isFirst = false
      }
      if (isFirst) throw damaged(path, 'its first line is missing')
    }
  }

  /** Opens the latest journal for appending, or creates the first one of a new folder. */
  async resume(): Promise<Journal> {
    const last = this.#manifest.journals.at(-1)
    return last === undefined ? (await this.begin()).journal : Journal.open(this.#path(last), this.#onFailure)
  }

  /** Begins the next journal, and names it in the manifest. */
  async begin(): Promise<{ journal: Journal; number: number }> {
    const { journals } = this.#manifest
    const number = Math.max(0, ...journals, ...(await this.#numbers())) + 1
    const journal = await Journal.create(this.#path(number), firstLine(number), this.#onFailure)
    try {
      await this.#manifest.replace({ journals: [...journals, number] })
    } catch (error) {
      await journal.close()
      throw error
    }
    return { journal, number }
  }

  /** Removes the journals that the manifest does not name. */
  async removeUnnamed(): Promise<void> {
    for (const number of await this.#unnamed()) await rm(this.#path(number))
  }

  /**
   * A crash can leave journals older than those in the manifest, and a newer one without transactions. Anything else means
   * that the manifest does not belong to these journals.
   */
  async #checkUnnamed(): Promise<void> {
    const last = this.#manifest.journals.at(-1) ?? 0
    for (const number of await this.#unnamed()) {
      if (number < last) continue
      if ((await stat(this.#path(number))).size <= firstLine(number).length) continue
      throw damaged(join(this.#folder, 'manifest.json'), `it does not name ${journalName(number)}`)
    }
  }

  async #unnamed(): Promise<number[]> {
    return (await this.#numbers()).filter((number) => !this.#manifest.journals.includes(number))
  }

  async #numbers(): Promise<number[]> {
    const names = await readdir(this.#folder)
    return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number)
  }

  #path(number: number): string {
    return join(this.#folder, journalName(number))
  }
}

const isHeader = (record: unknown, number: number): boolean =>
  typeof record === 'object' && record !== null && 'journal' in record && record.journal === number
