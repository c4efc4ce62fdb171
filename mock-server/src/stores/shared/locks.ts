/** Named locks for the transactions of one process, granted in the order of requests. */
export class Locks {
  /** For each held lock, a promise that resolves when the last in its queue has released it. */
  readonly #queues = new Map<string, Promise<void>>()

  /** Waits for the lock. @returns a function that releases it; calling it again has no effect. */
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
