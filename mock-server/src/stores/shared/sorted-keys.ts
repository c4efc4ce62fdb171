import * as library from 'sorted-btree'

/** Ids in the order of sort keys. Adding, removing and seeking take logarithmic time. */
export class SortedKeys {
  readonly #tree = new BTree<string, string>(undefined, byCodeUnits)

  get size(): number {
    return this.#tree.size
  }

  add(key: string, id: string): void {
    this.#tree.set(key, id)
  }

  remove(key: string): void {
    this.#tree.delete(key)
  }

  /** Keys from `from` on, in order, each with its id. */
  entriesFrom(from: string): IterableIterator<[key: string, id: string]> {
    return this.#tree.entries(from)
  }
}

/** The default export of this CommonJS module is the class with bundlers, and the module in Node. */
const BTree = ((library.default as unknown as { default?: unknown }).default ??
  library.default) as typeof library.default

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
