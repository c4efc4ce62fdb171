import type { UnannouncedGame } from '../../engine/collections.ts'
import {
  type CollectionName,
  type Collections,
  collections,
  dayIn,
  type Everything,
  ownerIn,
} from '../../engine/collections.ts'
import type { Countable, Searches } from '../../engine/transaction.ts'
import { type Game, turnDeadline } from '../../rules/game/game.ts'
import { type GameSummary, summaryOf } from '../../rules/game/history.ts'
import { gamesToJoin } from '../../rules/game/matchmaking.ts'
import type { DueMessage } from '../../rules/notifications/due-message.ts'
import type { Group } from '../../rules/players/group.ts'
import { type Decision, type QueueQuery, queuePage, type ReportedThing } from '../../rules/players/safety.ts'
import type { User } from '../../rules/players/user.ts'
import type { GameDay } from '../../rules/time/day.ts'
import type { Instant } from '../../rules/time/instant.ts'
import { Day } from './day.ts'
import { indexKeys } from './document-keys.ts'
import { IdsByKey } from './ids-by-key.ts'

type AnyDocument = Collections[CollectionName]

/** One change to one document; null removes it. */
export interface Change {
  readonly collection: CollectionName
  readonly id: string
  readonly document: AnyDocument | null
}

const names = Object.keys(collections) as CollectionName[]

/** All documents in memory with their indexes: the committed state, which transactions read. */
export class Documents implements Searches {
  readonly #collections = new Map<CollectionName, Map<string, AnyDocument>>(
    names.map((name) => [name, new Map()]),
  )
  /** The indexes of all collections except games, by collection and name. */
  readonly #indexes = new Map<string, IdsByKey>()
  readonly #days = new Map<GameDay, Day>()
  readonly #openGames = new Set<string>()
  readonly #openThings = new Map<string, ReportedThing>()

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

  everything(): Everything {
    const all = (name: CollectionName) => this.ids(name).flatMap((id) => this.get(name, id) ?? [])
    return Object.fromEntries(names.map((name) => [name, all(name)])) as unknown as Everything
  }

  count(what: Countable): number {
    if (what === 'openThings') return this.#openThings.size
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

  gamesOfDay(day: GameDay): Game[] {
    return this.#games([...(this.#days.get(day)?.ids ?? [])].sort())
  }

  gamesOfPlayer(userId: string): GameSummary[] {
    const ids = [...this.#days.values()].flatMap(({ ofPlayer }) => ofPlayer.get(userId))
    return this.#games(ids.sort()).map(summaryOf)
  }

  users(text: string, afterId: string, limit: number): User[] {
    return this.#matching('users', text, afterId, limit)
  }

  groups(text: string, afterId: string, limit: number): Group[] {
    return this.#matching('groups', text, afterId, limit)
  }

  gamesToClose(day: GameDay, now: Instant, limit: number): Game[] {
    const isDue = (game: Game) => game.day < day && (!game.turn || turnDeadline(game.turn) <= now)
    return this.#games(this.#openGames)
      .filter(isDue)
      .sort((a, b) => compare(a.day, b.day) || compare(deadlineOf(a), deadlineOf(b)) || compare(a.id, b.id))
      .slice(0, limit)
  }

  unannouncedGames(now: Instant, limit: number): UnannouncedGame[] {
    return [...this.all('outbox')]
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => compare(a.dueAt, b.dueAt) || compare(a.gameId, b.gameId))
      .slice(0, limit)
  }

  dueMessages(now: Instant, limit: number): DueMessage[] {
    return [...this.all('messages')]
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => compare(a.dueAt, b.dueAt) || compare(a.id, b.id))
      .slice(0, limit)
  }

  reportQueue(query: QueueQuery): ReportedThing[] {
    return queuePage(query.state === 'open' ? this.#openThings.values() : this.all('reportedThings'), query)
  }

  latestDecisions(before: string | undefined, limit: number): Decision[] {
    return [...this.all('decisions')]
      .filter(({ id }) => before === undefined || id < before)
      .sort((a, b) => compare(b.id, a.id))
      .slice(0, limit)
  }

  usersLike(text: string, limit: number): User[] {
    const wanted = text.toLowerCase()
    const isOther = ({ id, username }: User) => Number(id !== text && username.toLowerCase() !== wanted)
    return [...this.all('users')]
      .filter(({ id, username }) => `${id}\n${username}`.toLowerCase().includes(wanted))
      .sort(
        (a, b) =>
          isOther(a) - isOther(b) ||
          compare(a.username.toLowerCase(), b.username.toLowerCase()) ||
          compare(a.id, b.id),
      )
      .slice(0, limit)
  }

  #matching<C extends 'users' | 'groups'>(
    collection: C,
    text: string,
    afterId: string,
    limit: number,
  ): Collections[C][] {
    const wanted = text.toLowerCase()
    return this.ids(collection)
      .filter((id) => id > afterId)
      .flatMap((id) => this.get(collection, id) ?? [])
      .filter((each) =>
        `${each.id}\n${'username' in each ? each.username : each.name}`.toLowerCase().includes(wanted),
      )
      .slice(0, limit)
  }

  openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Game[] {
    return gamesToJoin(this.#games(this.#days.get(day)?.ids ?? []), now, avoided)
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

const deadlineOf = ({ turn }: Game): Instant => (turn ? turnDeadline(turn) : '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
