import { LargeMap } from './large-map.ts'

/** An index: the ids of documents under each key. */
export class IdsByKey {
  /** One id without an array, or several. Most keys have one, and an array would take more memory than the key. */
  readonly #ids = new LargeMap<string | string[]>()

  /** The number of keys. */
  get size(): number {
    return this.#ids.size
  }

  has(key: string): boolean {
    return this.#ids.has(key)
  }

  /** In order. */
  get(key: string): string[] {
    const ids = this.#ids.get(key) ?? []
    return typeof ids === 'string' ? [ids] : ids.toSorted()
  }

  add(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, id)
    else if (typeof ids === 'string') this.#ids.set(key, [ids, id])
    else ids.push(id)
  }

  remove(key: string, id: string): void {
    const ids = this.#ids.get(key)
    const rest = typeof ids === 'object' ? ids.filter((other) => other !== id) : []
    if (rest.length > 0) this.#ids.set(key, rest)
    else this.#ids.delete(key)
  }
}
