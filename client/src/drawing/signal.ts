/** Somebody to tell when something happens. */
export class Signal {
  readonly #listeners = new Set<() => void>()

  /** @returns what ends the telling. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(): void {
    for (const listener of this.#listeners) listener()
  }
}
