import { type CollectionName, type Collections, collections } from '../../engine/store.ts'
import { indexKeys } from './document-keys.ts'
import { IdsByKey } from './ids-by-key.ts'
import { LargeMap } from './large-map.ts'
import { sortOrders } from './sort-orders.ts'
import { SortedKeys } from './sorted-keys.ts'

type AnyDocument = Collections[CollectionName]

/** The documents of one collection in memory, by id, with their indexes and sort orders. Games have no index here. */
export class Table {
  readonly documents = new LargeMap<AnyDocument>()
  readonly #collection: CollectionName
  readonly #indexes: Map<string, IdsByKey>
  readonly #orders: Map<string, Order>

  constructor(collection: CollectionName) {
    this.#collection = collection
    // Games are indexed by day.
    const indexes = collection === 'games' ? [] : Object.keys(collections[collection].indexes)
    this.#indexes = new Map(indexes.map((name) => [name, new IdsByKey()]))
    this.#orders = new Map(
      Object.entries(sortOrders[collection]).map(([name, keyOf]) => [
        name,
        { keyOf: keyOf as Order['keyOf'], keys: new SortedKeys() },
      ]),
    )
  }

  find(index: string, key: string): string[] {
    return this.#indexes.get(index)?.get(key) ?? []
  }

  order(name: string): SortedKeys {
    const order = this.#orders.get(name)
    if (!order) throw new Error(`${this.#collection} have no order ${name}`)
    return order.keys
  }

  set(id: string, document: AnyDocument | null): void {
    const before = this.documents.get(id)
    for (const [index, ids] of this.#indexes) {
      const old = before ? indexKeys(this.#collection, index, before) : []
      const now = document ? indexKeys(this.#collection, index, document) : []
      for (const key of old) if (!now.includes(key)) ids.remove(key, id)
      for (const key of now) if (!old.includes(key)) ids.add(key, id)
    }
    for (const { keyOf, keys } of this.#orders.values()) {
      const old = before ? keyOf(before) : null
      const now = document ? keyOf(document) : null
      if (old === now) continue
      if (old !== null) keys.remove(old)
      if (now !== null) keys.add(now, id)
    }
    if (document) this.documents.set(id, document)
    else this.documents.delete(id)
  }
}

interface Order {
  readonly keyOf: (document: AnyDocument) => string | null
  readonly keys: SortedKeys
}
