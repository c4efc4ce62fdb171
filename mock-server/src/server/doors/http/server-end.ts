/**
 * The shutdown of a server. While it drains, it answers calls but is not ready, and closes each connection after its
 * call; then it closes.
 */
export class ServerEnd {
  #isDraining = false
  readonly #closing = new Set<() => void>()

  get isDraining(): boolean {
    return this.#isDraining
  }

  drain(): void {
    this.#isDraining = true
  }

  /** Ends connections that would otherwise stay open. */
  close(): void {
    this.drain()
    for (const end of this.#closing) end()
    this.#closing.clear()
  }

  /** @returns a function that removes the callback. */
  onClose(end: () => void): () => void {
    this.#closing.add(end)
    return () => this.#closing.delete(end)
  }
}
