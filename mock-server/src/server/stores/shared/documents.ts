import type { Game } from '../../../core/rules/game/game.ts'
import type { ReportedThing } from '../../../core/rules/players/safety.ts'
import type { User } from '../../../core/rules/players/user.ts'
import type { GameDay } from '../../../core/rules/time/day.ts'
import {
  type CollectionName,
  type Collections,
  collections,
  dayIn,
  type Everything,
  idOf,
  isKept,
  ownerIn,
} from '../../../engine/collections.ts'
import type { Countable } from '../../../engine/transaction.ts'
import { indexKeys } from './document-keys.ts'

type AnyDocument = Collections[CollectionName]

/** One change to one document; null removes it. */
export interface Change {
  readonly collection: CollectionName
  readonly id: string
  readonly document: AnyDocument | null
}

/** The changes that add documents. */
export const changesTo = <C extends CollectionName>(
  collection: C,
  documents: readonly Collections[C][],
): Change[] => documents.map((document) => ({ collection, id: idOf(collection, document), document }))

const names = Object.keys(collections) as CollectionName[]

/** All documents in memory with their indexes: the committed state, which transactions read. */
export class Documents {
  #collections = new Map<CollectionName, Map<string, AnyDocument>>(names.map((name) => [name, new Map()]))
  /** The indexes of all collections except games, by collection and name. */
  #indexes = new Map<string, IdsByKey>()
  #days = new Map<GameDay, Day>()
  #openGames = new Set<string>()
  #openThings = new Map<string, ReportedThing>()

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#of(collection).get(id)
  }

  /** Every document of a collection, in no particular order. */
  all<C extends CollectionName>(collection: C): IterableIterator<Collections[C]> {
    return this.#of(collection).values()
  }

  /** Sorted. */
  ids(collection: CollectionName): string[] {
    return [...this.#of(collection).keys()].sort()
  }

  /** Counts how often all data was replaced. */
  generation = 0

  /** The documents of each collection, in no particular order. Later changes do not change the copy. */
  copy(): Everything {
    return Object.fromEntries(names.map((name) => [name, [...this.all(name)]])) as never
  }

  /** Replaces all data by that of another one, which must not be used any more, but keeps what is kept. */
  replaceWith(other: Documents): void {
    for (const name of names) if (isKept(name)) other.add(name, [...this.all(name)])
    this.takeOver(other)
    this.generation++
  }

  /** Takes the documents of another one, which must not be used any more. */
  takeOver(other: Documents): void {
    this.#collections = other.#collections
    this.#indexes = other.#indexes
    this.#days = other.#days
    this.#openGames = other.#openGames
    this.#openThings = other.#openThings
  }

  count(what: Countable): number {
    if (what === 'openThings') return this.#openThings.size
    if (what === 'openGames') return this.#openGames.size
    return typeof what === 'string' ? this.#of(what).size : (this.#days.get(what.playersOf)?.playerCount ?? 0)
  }

  /** Ids of the documents under an index key, sorted, or of the one with an id. */
  find(collection: CollectionName, index: string, key: string): string[] {
    if (index === 'id') return this.#of(collection).has(key) ? [key] : []
    if (collection !== 'games') return this.#index(collection, index).get(key)
    const day = this.#days.get(dayIn(key))
    return (index === 'groupDay' ? day?.ofGroup : day?.ofPlayer)?.get(ownerIn(key)) ?? []
  }

  /** Days with games or active players, the oldest first. */
  get days(): GameDay[] {
    return [...this.#days.keys()].sort()
  }

  hasGames(day: GameDay): boolean {
    return (this.#days.get(day)?.ids.size ?? 0) > 0
  }

  /** Sorted by id. */
  gamesOfDay(day: GameDay): Game[] {
    return this.#games([...(this.#days.get(day)?.ids ?? [])].sort())
  }

  /** Sorted by id. */
  gamesOfPlayer(userId: string): Game[] {
    return this.#games([...this.#days.values()].flatMap(({ ofPlayer }) => ofPlayer.get(userId)).sort())
  }

  get openGames(): Game[] {
    return this.#games(this.#openGames)
  }

  get openThings(): Iterable<ReportedThing> {
    return this.#openThings.values()
  }

  add<C extends CollectionName>(collection: C, documents: readonly Collections[C][]): void {
    this.apply(changesTo(collection, documents))
  }

  apply(changes: Iterable<Change>): void {
    for (const { collection, id, document } of changes) {
      const documents = this.#of(collection) as Map<string, AnyDocument>
      const before = documents.get(id) ?? null
      if (collection === 'games') this.#indexGame(id, before as Game | null, document as Game | null)
      else this.#indexOther(collection, id, before, document)
      if (collection === 'users') this.#indexActive(before as User | null, document as User | null)
      if (collection === 'reportedThings') this.#indexThing(id, document as ReportedThing | null)
      if (document) documents.set(id, document)
      else documents.delete(id)
    }
  }

  #indexGame(id: string, before: Game | null, after: Game | null): void {
    if (after?.completedAt === null) this.#openGames.add(id)
    else this.#openGames.delete(id)
    if (before && after && before.groupId === after.groupId && hasSamePlayers(before, after)) return
    if (before) this.#changeDay(before.day, (day) => day.remove(before))
    if (after) this.#changeDay(after.day, (day) => day.add(after))
  }

  #indexActive(before: User | null, after: User | null): void {
    const [was, is] = [before?.activeOn, after?.activeOn]
    if (was === is) return
    if (before && was !== undefined) this.#changeDay(was, ({ active }) => active.delete(before.id))
    if (after && is !== undefined) this.#changeDay(is, ({ active }) => active.add(after.id))
  }

  #indexThing(id: string, thing: ReportedThing | null): void {
    if (thing?.state === 'open') this.#openThings.set(id, thing)
    else this.#openThings.delete(id)
  }

  #changeDay(name: GameDay, change: (day: Day) => void): void {
    const day = this.#days.get(name) ?? new Day()
    change(day)
    if (day.isEmpty) this.#days.delete(name)
    else this.#days.set(name, day)
  }

  #indexOther(
    collection: CollectionName,
    id: string,
    before: AnyDocument | null,
    after: AnyDocument | null,
  ): void {
    for (const name of Object.keys(collections[collection].indexes)) {
      const ids = this.#index(collection, name)
      for (const key of before ? indexKeys(collection, name, before) : []) ids.remove(key, id)
      for (const key of after ? indexKeys(collection, name, after) : []) ids.add(key, id)
    }
  }

  #index(collection: CollectionName, name: string): IdsByKey {
    const key = `${collection} ${name}`
    const index = this.#indexes.get(key) ?? new IdsByKey()
    this.#indexes.set(key, index)
    return index
  }

  #games(ids: Iterable<string>): Game[] {
    return [...ids].flatMap((id) => this.get('games', id) ?? [])
  }

  #of<C extends CollectionName>(collection: C): Map<string, Collections[C]> {
    const documents = this.#collections.get(collection)
    if (!documents) throw new Error(`There is no collection ${collection}`)
    return documents as Map<string, Collections[C]>
  }
}

/** True for most changes of a game, because most are turns. */
const hasSamePlayers = (before: Game, after: Game): boolean =>
  before.day === after.day &&
  before.players.length === after.players.length &&
  before.players.every(({ userId }, at) => userId === after.players[at]?.userId)

/** The ids of the games of one day, by group and by player, and the players who were active on it last. */
class Day {
  readonly ids = new Set<string>()
  readonly ofGroup = new IdsByKey()
  readonly ofPlayer = new IdsByKey()
  readonly active = new Set<string>()

  add({ id, groupId, players }: Game): void {
    this.ids.add(id)
    if (groupId !== null) this.ofGroup.add(groupId, id)
    for (const { userId } of players) this.ofPlayer.add(userId, id)
  }

  remove({ id, groupId, players }: Game): void {
    this.ids.delete(id)
    if (groupId !== null) this.ofGroup.remove(groupId, id)
    for (const { userId } of players) this.ofPlayer.remove(userId, id)
  }

  /** The number of different players who are in a game or active. */
  get playerCount(): number {
    let count = this.ofPlayer.size
    for (const userId of this.active) if (!this.ofPlayer.has(userId)) count++
    return count
  }

  get isEmpty(): boolean {
    return this.ids.size === 0 && this.active.size === 0
  }
}

/** An index: the ids of documents under each key. */
class IdsByKey {
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
