import { type CollectionName, type Collections, collections, dayIn, ownerIn } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import { ActiveMarks } from './active-marks.ts'
import { DayOfGames, hasSamePlayers } from './day-of-games.ts'
import { OpenGames } from './open-games.ts'
import type { sortOrders } from './sort-orders.ts'
import { Table } from './table.ts'

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
  readonly open = new OpenGames()
  readonly #days = new Map<GameDay, DayOfGames>()
  readonly #active = new ActiveMarks()
  readonly #tables = new Map<CollectionName, Table>(
    (Object.keys(collections) as CollectionName[]).map((name) => [name, new Table(name)]),
  )

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#table(collection).documents.get(id) as Collections[C] | undefined
  }

  /** Ids of the documents under an index key, in order. */
  find(collection: CollectionName, index: string, key: string): string[] {
    if (collection !== 'games') return this.#table(collection).find(index, key)
    const day = this.#days.get(dayIn(key))
    const owner = ownerIn(key)
    return (index === 'groupDay' ? day?.ofGroup(owner) : day?.ofPlayer(owner)) ?? []
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
    return this.#days.get(day)?.games.parts ?? []
  }

  /** Sorted. */
  idsOfDay(day: GameDay): string[] {
    return [...(this.#days.get(day)?.games.keys() ?? [])].sort()
  }

  countGamesOfDay(day: GameDay): number {
    return this.#days.get(day)?.games.size ?? 0
  }

  count(collection: CollectionName): number {
    return this.#table(collection).documents.size
  }

  /** The games that a player is in, in the order of ids. */
  gamesOf(userId: string): GameSummary[] {
    const ids = [...this.#days.values()].flatMap((day) => day.ofPlayer(userId)).sort()
    return ids.map((id) => summaryOf(this.get('games', id) as Game))
  }

  /** The number of different players who are in a game of the day, or marked as active on it. */
  countPlayers(day: GameDay): number {
    return (this.#days.get(day)?.players ?? 0) + this.#active.withoutGame(day)
  }

  /** Marks a player as active, and forgets the marks of any other day. */
  noteActive(userId: string, day: GameDay): void {
    this.#active.add(userId, day, this.#days.get(day)?.hasPlayer(userId) ?? false)
  }

  forgetActive(): void {
    this.#active.clear()
  }

  apply(changes: Iterable<Change>): void {
    for (const { collection, id, document } of changes) {
      const table = this.#table(collection)
      if (collection === 'games') {
        this.#changeGame(table.documents.get(id) as Game | undefined, document as Game | null)
      }
      table.set(id, document)
    }
  }

  #changeGame(before: Game | undefined, after: Game | null): void {
    this.open.changed(before, after)
    const isInPlace =
      before &&
      after &&
      before.day === after.day &&
      before.groupId === after.groupId &&
      hasSamePlayers(before, after)
    if (isInPlace) {
      this.#days.get(after.day)?.update(after)
      return
    }
    if (before) this.#removeFromDay(before)
    if (after) this.#addToDay(after)
    // Not before a game is back in its day: a checkpoint may be reading the maps of the day.
    if (before && this.countGamesOfDay(before.day) === 0) this.#days.delete(before.day)
  }

  #addToDay(game: Game): void {
    const day = this.#days.get(game.day) ?? new DayOfGames()
    this.#days.set(game.day, day)
    const newcomers = game.players.filter(({ userId }) => !day.hasPlayer(userId))
    day.add(game)
    for (const { userId } of newcomers) this.#active.joined(userId, game.day)
  }

  #removeFromDay(game: Game): void {
    const day = this.#days.get(game.day)
    if (!day) return
    day.remove(game)
    for (const { userId } of game.players) {
      if (!day.hasPlayer(userId)) this.#active.left(userId, game.day)
    }
  }

  #table(collection: CollectionName): Table {
    const table = this.#tables.get(collection)
    if (!table) throw new Error(`There is no collection ${collection}`)
    return table
  }
}
