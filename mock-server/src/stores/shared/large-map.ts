import { fnv1a } from '../../rules/fnv1a.ts'

/** A map with more keys is divided. */
const MAX_UNDIVIDED = 4096
/** The number of parts. At a million keys, each part has 4,000. */
const PARTS = 256

/**
 * A map for up to millions of keys. A Map copies its whole table when it grows, which blocks other calls.
 * This one divides the keys by hash into many small maps, which grow one at a time.
 */
export class LargeMap<V> {
  #parts: Map<string, V>[] = [new Map()]
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    return this.#partOf(key).get(key)
  }

  has(key: string): boolean {
    return this.#partOf(key).has(key)
  }

  set(key: string, value: V): void {
    const part = this.#partOf(key)
    const before = part.size
    part.set(key, value)
    this.#size += part.size - before
    if (this.#parts.length === 1 && this.#size > MAX_UNDIVIDED) this.#divide()
  }

  delete(key: string): void {
    if (this.#partOf(key).delete(key)) this.#size--
  }

  /** In no particular order. */
  *keys(): Generator<string> {
    for (const part of this.#parts) yield* part.keys()
  }

  /** All entries in maps of a few thousand, so that a reader of all can yield to the event loop in between. */
  get parts(): readonly ReadonlyMap<string, V>[] {
    return this.#parts
  }

  #divide(): void {
    const [whole] = this.#parts
    this.#parts = Array.from({ length: PARTS }, () => new Map<string, V>())
    for (const [key, value] of whole ?? []) this.#partOf(key).set(key, value)
  }

  #partOf(key: string): Map<string, V> {
    return this.#parts[this.#parts.length === 1 ? 0 : fnv1a(key) % PARTS] as Map<string, V>
  }
}
