import type { Journal } from './journal.ts'

/** The journal that transactions are appended to. Each checkpoint replaces it. */
export class CurrentJournal {
  #journal: Journal
  #lastLine: Promise<void> = Promise.resolve()
  #replacing: Promise<void> | null = null

  constructor(journal: Journal) {
    this.#journal = journal
  }

  get size(): number {
    return this.#journal.size
  }

  /** The newest line. Data that was read while it was pending is valid only once the line is on disk. */
  get lastLine(): Promise<void> {
    return this.#lastLine
  }

  /** Resolves when the journal has been replaced. While this is not null, nothing may be appended. */
  get replacing(): Promise<void> | null {
    return this.#replacing
  }

  /** See {@link Journal.append}. */
  append(line: string): Promise<void> {
    this.#lastLine = this.#journal.append(line)
    return this.#lastLine
  }

  /** Waits until the previous journal is written: a line must not reach the disk before an earlier one. */
  async replaceBy(next: Journal): Promise<void> {
    const before = this.#journal
    this.#replacing = before.whenIdle().then(() => {
      this.#journal = next
      this.#replacing = null
    })
    await this.#replacing
    await before.close()
  }

  whenIdle(): Promise<void> {
    return this.#journal.whenIdle()
  }

  close(): Promise<void> {
    return this.#journal.close()
  }
}
