import { type CollectionName, type Collections, collections, dayIn, ownerIn } from '../../engine/store.ts'
import type { UnannouncedGame } from '../../engine/world.ts'
import type { GameDay } from '../../rules/day.ts'
import { type Game, turnDeadline } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'
import { type GameSummary, summaryOf } from '../../rules/history.ts'
import type { Instant } from '../../rules/instant.ts'
import { gamesToJoin } from '../../rules/matchmaking.ts'
import { indexKeys } from './document-keys.ts'
import { IdsByKey } from './ids-by-key.ts'
import { PlayersOfDay } from './players-of-day.ts'

type AnyDocument = Collections[CollectionName]

/** One change to one document; null removes it. */
export interface Change {
  readonly collection: CollectionName
  readonly id: string
  readonly document: AnyDocument | null
}

const names = Object.keys(collections) as CollectionName[]

/** All documents in memory with their indexes: the committed state, which transactions read. */
export class Documents {
  readonly #collections = new Map<CollectionName, Map<string, AnyDocument>>(
    names.map((name) => [name, new Map()]),
  )
  /** The indexes of all collections except games, by collection and name. */
  readonly #indexes = new Map<string, IdsByKey>()
  readonly #gamesOfDay = new IdsByKey()
  readonly #gamesOfGroup = new IdsByKey()
  readonly #gamesOfPlayer = new IdsByKey()
  readonly #openGames = new Set<string>()
  readonly #players = new PlayersOfDay((day) => this.gamesOfDay(day))

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

  count(collection: CollectionName): number {
    return this.#of(collection).size
  }

  /** Ids of the documents under an index key, sorted. */
  find(collection: CollectionName, index: string, key: string): string[] {
    if (collection !== 'games') return this.#index(collection, index).get(key).sort()
    const day = dayIn(key)
    const ids = index === 'groupDay' ? this.#gamesOfGroup : this.#gamesOfPlayer
    return ids
      .get(ownerIn(key))
      .filter((id) => this.get('games', id)?.day === day)
      .sort()
  }

  /** Days with games, the oldest first. */
  get days(): GameDay[] {
    return this.#gamesOfDay.keys.sort()
  }

  /** Sorted. */
  idsOfDay(day: GameDay): string[] {
    return this.#gamesOfDay.get(day).sort()
  }

  /** In no particular order. */
  gamesOfDay(day: GameDay): Game[] {
    return this.#games(this.#gamesOfDay.get(day))
  }

  /** The games that a player is in, in the order of ids. */
  gamesOf(userId: string): GameSummary[] {
    return this.#games(this.#gamesOfPlayer.get(userId).sort()).map(summaryOf)
  }

  groupsAfter(afterId: string, limit: number): Group[] {
    const ids = this.ids('groups').filter((id) => id > afterId)
    return ids.slice(0, limit).flatMap((id) => this.get('groups', id) ?? [])
  }

  gamesToClose(day: GameDay, now: Instant, limit: number): Game[] {
    const isDue = (game: Game) => game.day < day && (!game.turn || turnDeadline(game.turn) <= now)
    return this.#games([...this.#openGames])
      .filter(isDue)
      .sort((a, b) => compare(a.day, b.day) || compare(deadlineOf(a), deadlineOf(b)))
      .slice(0, limit)
  }

  unannouncedGames(now: Instant, limit: number): UnannouncedGame[] {
    return [...this.all('outbox')]
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => compare(a.dueAt, b.dueAt) || compare(a.gameId, b.gameId))
      .slice(0, limit)
  }

  openPublicGames(day: GameDay, now: Instant): Game[] {
    return gamesToJoin(this.gamesOfDay(day), now)
  }

  /** The number of different players who are in a game of the day, or marked as active on it. */
  countPlayers(day: GameDay): number {
    return this.#players.count(day)
  }

  /** Marks a player as active, and forgets the marks of any other day. */
  noteActive(userId: string, day: GameDay): void {
    this.#players.noteActive(userId, day)
  }

  forgetActive(): void {
    this.#players.forgetActive()
  }

  apply(changes: Iterable<Change>): void {
    for (const { collection, id, document } of changes) {
      const documents = this.#of(collection) as Map<string, AnyDocument>
      const before = documents.get(id) ?? null
      if (collection === 'games') this.#indexGame(id, before as Game | null, document as Game | null)
      else this.#indexOther(collection, id, before, document)
      if (document) documents.set(id, document)
      else documents.delete(id)
    }
  }

  #indexGame(id: string, before: Game | null, after: Game | null): void {
    if (after?.completedAt === null) this.#openGames.add(id)
    else this.#openGames.delete(id)
    if (before && after && before.groupId === after.groupId && hasSamePlayers(before, after)) return
    if (before) this.#eachGameIndex(before, (ids, key) => ids.remove(key, id))
    if (after) this.#eachGameIndex(after, (ids, key) => ids.add(key, id))
    for (const game of [before, after]) if (game) this.#players.changed(game.day)
  }

  #eachGameIndex({ day, groupId, players }: Game, change: (ids: IdsByKey, key: string) => void): void {
    change(this.#gamesOfDay, day)
    if (groupId !== null) change(this.#gamesOfGroup, groupId)
    for (const { userId } of players) change(this.#gamesOfPlayer, userId)
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

  #games(ids: readonly string[]): Game[] {
    return ids.flatMap((id) => this.get('games', id) ?? [])
  }

  #of<C extends CollectionName>(collection: C): Map<string, Collections[C]> {
    const documents = this.#collections.get(collection)
    if (!documents) throw new Error(`There is no collection ${collection}`)
    return documents as Map<string, Collections[C]>
  }
}

/** True for most changes of a game, because most are turns. */
export const hasSamePlayers = (before: Game, after: Game): boolean =>
  before.day === after.day &&
  before.players.length === after.players.length &&
  before.players.every(({ userId }, at) => userId === after.players[at]?.userId)

const deadlineOf = ({ turn }: Game): Instant => (turn ? turnDeadline(turn) : '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
