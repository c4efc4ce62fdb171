import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from '../documents.ts'
import { Journal, readJournal } from './journal.ts'

const NAME = /^journal-(\d+)\.log$/

/** The journals of a data folder, numbered: a checkpoint begins a new one and removes those before it. */
export class Journals {
  readonly #folder: string
  readonly #onFailure: () => void
  #number = 0

  /** @param onFailure see {@link Journal.open}. */
  constructor(folder: string, onFailure: () => void) {
    this.#folder = folder
    this.#onFailure = onFailure
  }

  /**
   * The transactions of all journals, oldest first.
   * @throws {DataFolderError} when one is damaged other than by a torn end.
   */
  async read(): Promise<(readonly Change[])[]> {
    const transactions: (readonly Change[])[] = []
    for (const number of await this.#numbers()) {
      this.#number = number
      transactions.push(...((await readJournal(this.#path(number))) as (readonly Change[])[]))
    }
    return transactions
  }

  /** Begins the next journal. */
  begin(): Promise<Journal> {
    this.#number++
    return Journal.open(this.#path(this.#number), this.#onFailure)
  }

  /** Removes all but the newest: checkpoints hold what they say. */
  async removeOlder(): Promise<void> {
    for (const number of await this.#numbers()) {
      if (number < this.#number) await rm(this.#path(number))
    }
  }

  async #numbers(): Promise<number[]> {
    const names = await readdir(this.#folder)
    return names
      .flatMap((name) => NAME.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b)
  }

  #path(number: number): string {
    return join(this.#folder, `journal-${number}.log`)
  }
}
