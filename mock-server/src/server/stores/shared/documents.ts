import { type Adapter, Low, Memory } from 'lowdb'
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
import { Day, IdsByKey, type Part } from './indexes.ts'

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
const others = names.filter((name) => name !== 'games')

/** The part that has a document: one has the games of a day, and one each other collection. */
const partOf = (collection: CollectionName, document: AnyDocument): string =>
  collection === 'games' ? GAMES + (document as Game).day : collection

const GAMES = 'games/'

/** The collection of a part. */
export const collectionOf = (part: string): CollectionName =>
  part.startsWith(GAMES) ? 'games' : (part as CollectionName)

/**
 * All documents in memory: the committed state, which transactions read. The `data` of its lowdb databases is the only place
 * of a document; beside them are indexes of ids.
 */
export class Documents {
  readonly #adapterOf: (part: string) => Adapter<Part['data']>
  /** Of all collections except games. */
  #collections: Map<string, Part>
  #days = new Map<GameDay, Day>()
  #dayOfGame = new Map<string, Day>()
  /** The indexes of all collections except games, by collection and name. */
  #indexes = new Map<string, IdsByKey>()
  #openGames = new Set<string>()
  #openThings = new Map<string, ReportedThing>()

  /** @param adapterOf where a part is written; nowhere by default */
  constructor(adapterOf: (part: string) => Adapter<Part['data']> = () => new Memory()) {
    this.#adapterOf = adapterOf
    this.#collections = new Map(others.map((name) => [name, new Low(adapterOf(name), new Map())]))
  }

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    const part = collection === 'games' ? this.#dayOfGame.get(id)?.games : this.#collections.get(collection)
    return part?.data.get(id) as Collections[C] | undefined
  }

  /** Every document of a collection, in no particular order. */
  *all<C extends CollectionName>(collection: C): Generator<Collections[C]> {
    const parts =
      collection === 'games' ? [...this.#days.values()].map(({ games }) => games) : [this.part(collection)]
    for (const { data } of parts) yield* data.values() as Iterable<Collections[C]>
  }

  /** Sorted. */
  ids(collection: Exclude<CollectionName, 'games'>): string[] {
    return [...this.part(collection).data.keys()].sort()
  }

  /** @param name of a day of games or another collection, as changes name it */
  part(name: string): Part {
    if (name.startsWith(GAMES)) return this.#day(name.slice(GAMES.length)).games
    const part = this.#collections.get(name)
    if (!part) throw new Error(`There is no collection ${name}`)
    return part
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
    this.#days = other.#days
    this.#dayOfGame = other.#dayOfGame
    this.#indexes = other.#indexes
    this.#openGames = other.#openGames
    this.#openThings = other.#openThings
  }

  count(what: Countable): number {
    if (what === 'openThings') return this.#openThings.size
    if (what === 'openGames') return this.#openGames.size
    if (what === 'games') return this.#dayOfGame.size
    if (typeof what === 'string') return this.#collections.get(what)?.data.size ?? 0
    return this.#days.get(what.playersOf)?.playerCount ?? 0
  }

  /** Ids of the documents under an index key, sorted, or of the one with an id. */
  find(collection: CollectionName, index: string, key: string): string[] {
    if (index === 'id') return this.get(collection, key) ? [key] : []
    if (collection !== 'games') return this.#index(collection, index).get(key)
    const day = this.#days.get(dayIn(key))
    return (index === 'groupDay' ? day?.ofGroup : day?.ofPlayer)?.get(ownerIn(key)) ?? []
  }

  /** Sorted by id. */
  gamesOfDay(day: GameDay): Game[] {
    return this.#games([...(this.#days.get(day)?.games.data.keys() ?? [])].sort())
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

  /** Reads a part that was written. */
  async read(name: string): Promise<void> {
    const part = this.part(name)
    await part.read()
    for (const [id, document] of part.data) {
      // Somebody may have edited the day of a game.
      if (partOf(collectionOf(name), document) !== name) part.data.delete(id)
      if (name.startsWith(GAMES)) this.#putGame(id, this.get('games', id) ?? null, document as Game)
      else this.#indexOther(name as CollectionName, id, null, document)
    }
  }

  /** @returns the parts that it has changed */
  add<C extends CollectionName>(collection: C, documents: readonly Collections[C][]): Set<string> {
    return this.apply(changesTo(collection, documents))
  }

  /** @returns the parts that it has changed */
  apply(changes: Iterable<Change>): Set<string> {
    const changed = new Set<string>()
    for (const { collection, id, document } of changes) {
      const before = this.get(collection, id) ?? null
      if (collection === 'games') this.#putGame(id, before as Game | null, document as Game | null)
      else this.#putOther(collection, id, before, document)
      for (const each of [before, document]) if (each) changed.add(partOf(collection, each))
    }
    return changed
  }

  #putGame(id: string, before: Game | null, after: Game | null): void {
    if (after?.completedAt === null) this.#openGames.add(id)
    else this.#openGames.delete(id)
    if (before && after && before.groupId === after.groupId && hasSamePlayers(before, after)) {
      this.#day(after.day).games.data.set(id, after)
      return
    }
    if (before) this.#changeDay(before.day, (day) => day.remove(before))
    this.#dayOfGame.delete(id)
    if (!after) return
    this.#changeDay(after.day, (day) => day.add(after))
    this.#dayOfGame.set(id, this.#day(after.day))
  }

  #putOther(
    collection: CollectionName,
    id: string,
    before: AnyDocument | null,
    after: AnyDocument | null,
  ): void {
    this.#indexOther(collection, id, before, after)
    const { data } = this.part(collection)
    if (after) data.set(id, after)
    else data.delete(id)
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
    if (collection === 'users') this.#indexActive(before as User | null, after as User | null)
    if (collection === 'reportedThings') this.#indexThing(id, after as ReportedThing | null)
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
    const day = this.#day(name)
    change(day)
    if (day.isEmpty) this.#days.delete(name)
  }

  #day(name: GameDay): Day {
    const day = this.#days.get(name) ?? new Day(new Low(this.#adapterOf(GAMES + name), new Map()))
    this.#days.set(name, day)
    return day
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
}

/** True for most changes of a game, because most are turns. */
const hasSamePlayers = (before: Game, after: Game): boolean =>
  before.day === after.day &&
  before.players.length === after.players.length &&
  before.players.every(({ userId }, at) => userId === after.players[at]?.userId)
