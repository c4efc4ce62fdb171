import type { CollectionName, Collections } from '../../engine/collections.ts'
import { keyOf } from './own-writes.ts'

type AnyDocument = Collections[CollectionName]

/** A document as it was first read. A missing document has no version; stores in memory compare the documents themselves. */
export interface Seen {
  readonly collection: CollectionName
  readonly id: string
  readonly version: string | null
  readonly document: AnyDocument | undefined
}

/** A document before and after a transaction. */
export interface Written {
  readonly collection: CollectionName
  readonly id: string
  readonly before: Seen
  /** Null when it is removed. */
  readonly after: AnyDocument | null
}

/** A list that was read with `find`. */
export interface SeenList {
  readonly collection: CollectionName
  readonly index: string
  readonly key: string
  readonly ids: readonly string[]
}

/** A stored document. */
export interface Row {
  readonly id: string
  readonly version: string
  readonly doc: AnyDocument
}

/** The documents that a transaction has read, each as it was first read: it never sees two states of one document. */
export class SeenDocuments {
  readonly #seen = new Map<string, Seen>()

  has(collection: CollectionName, id: string): boolean {
    return this.#seen.has(keyOf(collection, id))
  }

  /** @param key of {@link keyOf} */
  get(key: string): Seen | undefined {
    return this.#seen.get(key)
  }

  document<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#seen.get(keyOf(collection, id))?.document as Collections[C] | undefined
  }

  add(collection: CollectionName, { id, version, doc }: Row): void {
    if (!this.has(collection, id))
      this.#seen.set(keyOf(collection, id), { collection, id, version, document: doc })
  }

  addMissing(collection: CollectionName, id: string): void {
    if (!this.has(collection, id)) this.#seen.set(keyOf(collection, id), missing(collection, id))
  }
}

/** A document that is not in the database. */
export const missing = (collection: CollectionName, id: string): Seen => ({
  collection,
  id,
  version: null,
  document: undefined,
})
