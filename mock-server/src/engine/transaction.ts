import type { Game } from '../core/rules/game/game.ts'
import type { GameSummary } from '../core/rules/game/history.ts'
import type { DueMessage } from '../core/rules/notifications/due-message.ts'
import type { MoveCode } from '../core/rules/players/devices.ts'
import type { Group } from '../core/rules/players/group.ts'
import type { ModeratorDecision, QueueQuery, ReportedThing } from '../core/rules/players/safety.ts'
import type { User } from '../core/rules/players/user.ts'
import type { GameDay } from '../core/rules/time/day.ts'
import type { Instant } from '../core/rules/time/instant.ts'
import type { CollectionName, Collections, IndexOf, UnannouncedGame } from './collections.ts'

/**
 * One attempt of a transaction. It commits atomically, or is retried if another transaction has meanwhile changed
 * 1. a document that it read with {@link get} or a list that it read with {@link find},
 * 2. a document that it read in any way and replaces or removes.
 * What it read with `peek`, `peekSearch` or `peekCount` may have changed, unless it replaces or removes it: use these only for
 * data that is shown, or read and then replaced, and `get` and `find` for data that a decision depends on. A transaction
 * without writes is never retried because of a change.
 *
 * `get`, `find`, `peek` and `blobs` see the transaction's own writes; `peekSearch` and `peekCount` only see committed data.
 */
export interface Transaction {
  get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined>
  /** Sorted by id. */
  find<C extends CollectionName>(collection: C, index: IndexOf<C>, key: string): Promise<Collections[C][]>
  /** The documents with any of these ids or keys, each once, in the order of the keys. */
  peek<C extends CollectionName>(
    collection: C,
    index: 'id' | IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]>
  /** What one of the {@link Searches} finds. */
  peekSearch<S extends SearchName>(name: S, ...parameters: Parameters<Searches[S]>): Promise<Found<S>[]>
  peekCount(what: Countable): Promise<number>
  /** Those of these blobs that exist and are not damaged, by their SHA-256 in hex. */
  blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>>

  /** Adds a document. If another transaction adds one with its id first, this one is retried. */
  insert<C extends CollectionName>(collection: C, document: Collections[C]): void
  /**
   * Replaces a document by one with the same id.
   * @param before as this transaction has read it or written it
   * @throws Error if this transaction has not read it.
   */
  replace<C extends CollectionName>(collection: C, before: Collections[C], after: Collections[C]): void
  /**
   * Removes a document if it exists.
   * @throws Error if this transaction has not read it.
   */
  remove(collection: CollectionName, id: string): void
  /** Stores a blob. It stays as long as a game names it. */
  putBlob(sha256: string, bytes: Uint8Array): void
  /** What this transaction removes and replaces must be gone from every file within a minute of its commit. */
  forget(): void

  /** Waits until no other transaction of any process holds this lock, then holds it until this transaction ends. */
  lock(name: string): Promise<void>
}

/** All documents of a collection, the open ones of `reportedThings` or `games`, or the players who are in a game of a day or `activeOn` it. */
export type Countable = CollectionName | 'openThings' | 'openGames' | { readonly playersOf: GameDay }

/** The searches of a store. */
export interface Searches {
  /** A page of users whose name or id contains a text, ignoring case, sorted by id; all for an empty text. */
  users(text: string, afterId: string, limit: number): User[]
  /** The same for groups. */
  groups(text: string, afterId: string, limit: number): Group[]
  /** Users whose name or id contains a text, ignoring case: those that equal it first, then by name. */
  usersLike(text: string, limit: number): User[]
  /** All games of a day, sorted by id. */
  gamesOfDay(day: GameDay): Game[]
  /** All games of a player, sorted by id. */
  gamesOfPlayer(userId: string): GameSummary[]
  /**
   * Public games of the day, among them the one that a new player joins (`gamesToJoin`). No two concurrent transactions get
   * the same game: the store makes the second one wait for the first to end, or skips the game.
   * @param avoided players that the game must not have
   */
  openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Game[]
  /**
   * Open games of days before `day` without a turn that is still running or in its grace period, sorted by day, end of the
   * turn (without one first) and id.
   */
  gamesToClose(day: GameDay, now: Instant, limit: number): Game[]
  /**
   * Open games of a day with a single entry, from `from` or before, and without a turn that is still running at `now` or in
   * its grace period; sorted by id.
   */
  loneGames(
    day: GameDay,
    kind: Game['kind'],
    at: { readonly from: Instant; readonly now: Instant },
    limit: number,
  ): Game[]
  /** Games whose results are due, earliest first. */
  unannouncedGames(now: Instant, limit: number): UnannouncedGame[]
  /** Notifications that are due, earliest first. */
  dueMessages(now: Instant, limit: number): DueMessage[]
  /** A page of users of whom something may have to go (`isForCleanUp`), sorted by id. */
  usersToCleanUp(before: Instant, afterId: string, limit: number): User[]
  /** Move codes that nobody can use any more. */
  expiredMoveCodes(now: Instant, limit: number): MoveCode[]
  /** A page of reported things. */
  reportQueue(query: QueueQuery): ReportedThing[]
  /** Decisions with an id before `before`, all without one; the latest first. */
  latestDecisions(before: string | undefined, limit: number): ModeratorDecision[]
}

export type SearchName = keyof Searches

/** What a search finds. */
export type Found<S extends SearchName> = ReturnType<Searches[S]>[number]

/** The collection of the documents of each search; null if it finds something else. */
export const searched = {
  users: 'users',
  groups: 'groups',
  usersLike: 'users',
  gamesOfDay: 'games',
  gamesOfPlayer: null,
  openPublicGames: 'games',
  gamesToClose: 'games',
  loneGames: 'games',
  unannouncedGames: 'outbox',
  dueMessages: 'messages',
  usersToCleanUp: 'users',
  expiredMoveCodes: 'moveCodes',
  reportQueue: 'reportedThings',
  latestDecisions: 'decisions',
} as const satisfies Record<SearchName, CollectionName | null>
