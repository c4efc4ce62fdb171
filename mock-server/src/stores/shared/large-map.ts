/** A map with more keys than this is divided. */
const UNDIVIDED = 4096
/** Into how many maps: each of them has 4,000 keys when all have a million. */
const PARTS = 256

/**
 * A map for up to millions of keys. A Map copies its whole table when it grows, and nothing else can run meanwhile: 60
 * ms with 500,000 keys. This one is divided by a hash of the keys into many small ones, which grow one by one.
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
    if (this.#parts.length === 1 && this.#size > UNDIVIDED) this.#divide()
  }

  delete(key: string): void {
    if (this.#partOf(key).delete(key)) this.#size--
  }

  /** In no particular order. */
  *keys(): Generator<string> {
    for (const part of this.#parts) yield* part.keys()
  }

  /** A new array, in no particular order: the values may change while it is read. */
  values(): V[] {
    return this.#parts.flatMap((part) => [...part.values()])
  }

  #divide(): void {
    const [whole] = this.#parts
    this.#parts = Array.from({ length: PARTS }, () => new Map<string, V>())
    for (const [key, value] of whole ?? []) this.#partOf(key).set(key, value)
  }

  #partOf(key: string): Map<string, V> {
    return this.#parts[this.#parts.length === 1 ? 0 : hashOf(key) % PARTS] as Map<string, V>
  }
}

/** 32 bits by FNV-1a, over UTF-16 code units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
