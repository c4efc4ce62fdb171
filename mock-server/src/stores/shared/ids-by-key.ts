/** An index: the ids of documents under each key. */
export class IdsByKey {
  readonly #ids = new Map<string, Set<string>>()

  get keys(): string[] {
    return [...this.#ids.keys()]
  }

  /** In no particular order. */
  get(key: string): string[] {
    return [...(this.#ids.get(key) ?? [])]
  }

  add(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids) ids.add(id)
    else this.#ids.set(key, new Set([id]))
  }

  remove(key: string, id: string): void {
    const ids = this.#ids.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.#ids.delete(key)
  }
}
