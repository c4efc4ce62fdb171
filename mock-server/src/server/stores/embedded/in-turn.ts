/** Runs work one at a time, in the order of the calls. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /** Resolves when all work up to now has ended. */
  async settle(): Promise<void> {
    await this.#last
  }
}
