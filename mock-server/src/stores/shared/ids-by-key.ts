/** An index: the ids of documents under each key. */
export class IdsByKey {
  /** A single id without a set: most keys have one, and a set takes more memory than the key. */
  readonly #ids = new Map<string, string | Set<string>>()

  /** The number of keys. */
  get size(): number {
    return this.#ids.size
  }

  has(key: string): boolean {
    return this.#ids.has(key)
  }

  /** Sorted. */
  get(key: string): string[] {
    const ids = this.#ids.get(key) ?? []
    return typeof ids === 'string' ? [ids] : [...ids].sort()
  }

  add(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, id)
    else if (typeof ids === 'string') this.#ids.set(key, new Set([ids, id]))
    else ids.add(id)
  }

  remove(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (typeof ids === 'object' && ids.delete(id) && ids.size > 0) return
    if (ids === id || typeof ids === 'object') this.#ids.delete(key)
  }
}
