/** An event that listeners can subscribe to. */
export class Signal {
  readonly #listeners = new Set<() => void>()

  /** @returns a function that unsubscribes. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(): void {
    for (const listener of this.#listeners) listener()
  }
}
