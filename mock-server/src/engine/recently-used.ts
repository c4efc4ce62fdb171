/** Values by key, up to a total size: those that were used least recently are dropped. */
export class RecentlyUsed<V> {
  readonly #maxSize: number
  readonly #sizeOf: (value: V) => number
  /** The least recent first. */
  readonly #values = new Map<string, V>()
  #size = 0

  constructor(maxSize: number, sizeOf: (value: V) => number) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  /** A value that would take more than a quarter of the room is not kept. */
  set(key: string, value: V): void {
    if (this.#sizeOf(value) > this.#maxSize / 4) return
    this.#drop(key)
    this.#values.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const value = this.#values.get(key)
    if (value !== undefined) this.#size -= this.#sizeOf(value)
    this.#values.delete(key)
  }
}
