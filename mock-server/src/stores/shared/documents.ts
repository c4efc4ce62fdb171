import { type CollectionName, type Collections, collections } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import { DayPlayers } from './day-players.ts'
import { LargeMap } from './large-map.ts'
import { OpenGames } from './open-games.ts'
import { sortOrders } from './sort-orders.ts'
import { SortedKeys } from './sorted-keys.ts'

type AnyDocument = Collections[CollectionName]

/** One change to one document; null removes it. */
export interface Change {
  readonly collection: CollectionName
  readonly id: string
  readonly document: AnyDocument | null
}

/** The name of a sort order of a collection. */
export type OrderOf<C extends CollectionName> = keyof (typeof sortOrders)[C] & string

/** Documents in memory with their indexes: the state that transactions read and change. */
export class Documents {
  readonly players = new DayPlayers()
  readonly open = new OpenGames()
  readonly #gamesByDay = new Map<GameDay, LargeMap<Game>>()
  readonly #tables = new Map<CollectionName, Table>(
    (Object.keys(collections) as CollectionName[]).map((name) => [name, new Table(name)]),
  )

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#table(collection).documents.get(id) as Collections[C] | undefined
  }

  /** Ids of the documents under an index key, in order. */
  find(collection: CollectionName, index: string, key: string): string[] {
    return this.#table(collection).find(index, key)
  }

  /** Sort keys and ids in a sort order, starting at the sort key `from`. */
  walk<C extends CollectionName>(
    collection: C,
    order: OrderOf<C>,
    from: string,
  ): IterableIterator<[key: string, id: string]> {
    return this.#table(collection).order(order).entriesFrom(from)
  }

  ids(collection: CollectionName): string[] {
    return [...this.#table(collection).documents.keys()].sort()
  }

  /** All documents of a collection, by id, in maps of a few thousand. */
  parts(collection: CollectionName): readonly ReadonlyMap<string, AnyDocument>[] {
    return this.#table(collection).documents.parts
  }

  /** The games of a day, by id, in maps of a few thousand. */
  partsOfDay(day: GameDay): readonly ReadonlyMap<string, Game>[] {
    return this.#gamesByDay.get(day)?.parts ?? []
  }

  /** Sorted. */
  idsOfDay(day: GameDay): string[] {
    return [...(this.#gamesByDay.get(day)?.keys() ?? [])].sort()
  }

  countGamesOfDay(day: GameDay): number {
    return this.#gamesByDay.get(day)?.size ?? 0
  }

  count(collection: CollectionName): number {
    return this.#table(collection).documents.size
  }

  /** The games that a player is in, in the order of ids. */
  gamesOf(userId: string): GameSummary[] {
    return this.find('games', 'player', userId).map((id) => summaryOf(this.get('games', id) as Game))
  }

  apply(changes: Iterable<Change>): void {
    for (const { collection, id, document } of changes) {
      const table = this.#table(collection)
      if (collection === 'games') {
        const before = table.documents.get(id) as Game | undefined
        this.players.changed(before, document as Game | null)
        this.open.changed(before, document as Game | null)
        this.#moveToDay(before, document as Game | null)
      }
      table.set(id, document)
    }
  }

  /** The games of a day have their own map, because lists of an index must stay short. */
  #moveToDay(before: Game | undefined, after: Game | null): void {
    if (before && before.day !== after?.day) {
      const games = this.#gamesByDay.get(before.day)
      games?.delete(before.id)
      if (games?.size === 0) this.#gamesByDay.delete(before.day)
    }
    if (!after) return
    const games = this.#gamesByDay.get(after.day) ?? new LargeMap()
    games.set(after.id, after)
    this.#gamesByDay.set(after.day, games)
  }

  #table(collection: CollectionName): Table {
    const table = this.#tables.get(collection)
    if (!table) throw new Error(`There is no collection ${collection}`)
    return table
  }
}

/** The id of a document in its collection. */
export const idOf = (collection: CollectionName, document: AnyDocument): string =>
  (collections[collection].id as (document: AnyDocument) => string)(document)

/** The keys of a document in an index. */
export const indexKeys = (collection: CollectionName, index: string, document: AnyDocument): string[] =>
  (collections[collection].indexes as Record<string, (document: AnyDocument) => string[]>)[index]?.(
    document,
  ) ?? []

class Table {
  readonly documents = new LargeMap<AnyDocument>()
  readonly #collection: CollectionName
  readonly #indexes: Map<string, LargeMap<IdsOfKey>>
  readonly #orders: Map<string, Order>

  constructor(collection: CollectionName) {
    this.#collection = collection
    this.#indexes = new Map(
      Object.keys(collections[collection].indexes).map((name) => [name, new LargeMap()]),
    )
    this.#orders = new Map(
      Object.entries(sortOrders[collection]).map(([name, keyOf]) => [
        name,
        { keyOf: keyOf as Order['keyOf'], keys: new SortedKeys() },
      ]),
    )
  }

  find(index: string, key: string): string[] {
    const ids = this.#indexes.get(index)?.get(key) ?? []
    return typeof ids === 'string' ? [ids] : ids.toSorted()
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
      for (const key of old) if (!now.includes(key)) drop(ids, key, id)
      for (const key of now) if (!old.includes(key)) add(ids, key, id)
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

/** One id without an array, or several. Most keys have one, and an array would take more memory than the key. */
type IdsOfKey = string | string[]

function add(index: LargeMap<IdsOfKey>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, id)
  else if (typeof ids === 'string') index.set(key, [ids, id])
  else ids.push(id)
}

function drop(index: LargeMap<IdsOfKey>, key: string, id: string): void {
  const ids = index.get(key)
  const rest = typeof ids === 'object' ? ids.filter((other) => other !== id) : []
  if (rest.length > 0) index.set(key, rest)
  else index.delete(key)
}
