/** Locks by name, for the transactions of one process: first come, first served. */
export class Locks {
  /** For each lock that is held, what resolves when the last in its queue has released it. */
  readonly #queues = new Map<string, Promise<void>>()

  /** Waits until nobody holds the lock. @returns what releases it; releasing it again does nothing. */
  async acquire(name: string): Promise<() => void> {
    const before = this.#queues.get(name)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    this.#queues.set(name, held)
    await before
    return () => {
      release()
      if (this.#queues.get(name) === held) this.#queues.delete(name)
    }
  }
}
