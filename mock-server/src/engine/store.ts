import type { GameDay } from '../rules/day.ts'
import type { Device, MoveCode } from '../rules/devices.ts'
import type { DueMessage } from '../rules/due-message.ts'
import type { Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import type { GameSummary } from '../rules/history.ts'
import type { Instant } from '../rules/instant.ts'
import type { Block, Decision, QueueQuery, Report, ReportedThing } from '../rules/safety.ts'
import type { User } from '../rules/user.ts'
import type { PushToken, ReactionsOfGame, UnannouncedGame } from './world.ts'

/** The documents of a store. They are immutable: a change is a new document with the same id. */
export interface Collections {
  users: User
  groups: Group
  games: Game
  reactions: ReactionsOfGame
  pushTokens: PushToken
  /**
   * Games whose results have not been announced yet. Stored data and exports know them by this name, which elsewhere means
   * sent push messages.
   */
  outbox: UnannouncedGame
  messages: DueMessage
  reports: Report
  /** What was reported, and what became of it. */
  reportedThings: ReportedThing
  blocks: Block
  devices: Device
  moveCodes: MoveCode
  /** All decisions of moderators. Never changed or removed. */
  decisions: Decision
  /** A single document: the progress of the roll-over. */
  rollover: RollOver
}

export type CollectionName = keyof Collections

/** The latest roll-over. It records what was done, not what is due, because the clock may be set back. */
interface RollOver {
  readonly id: 'rollover'
  readonly day: GameDay
  /** The remaining work; absent when it is done. */
  readonly sweep?: Sweep
}

export interface Sweep {
  /**
   * The last game that the current pass over earlier games has closed, or 'all' when it has found no more. Null or absent at
   * the start of a pass.
   */
  readonly closedUpTo?: GamePosition | 'all' | null
  /** All groups up to this id have their game of the day. Empty at the start, null at the end. */
  readonly after: string | null
  /** Whether an earlier day was rolled over before. If so, groups created while the clock was ahead also get a game. */
  readonly isNextDay: boolean
  readonly gamesCreated: number
  readonly gamesCompleted: number
}

/** Where a page of games ends. */
export interface GamePosition {
  readonly day: GameDay
  readonly id: string
}

/** How the documents of each collection are keyed and indexed. */
export const collections = {
  users: { id: (user: User) => user.id, indexes: { device: (user: User) => [user.deviceHash] } },
  groups: { id: (group: Group) => group.id, indexes: { code: (group: Group) => [group.code] } },
  games: {
    id: (game: Game) => game.id,
    indexes: {
      groupDay: (game: Game) => (game.groupId === null ? [] : [groupDay(game.groupId, game.day)]),
      playerDay: (game: Game) => game.players.map(({ userId }) => playerDay(userId, game.day)),
    },
  },
  reactions: { id: (reactions: ReactionsOfGame) => reactions.gameId, indexes: {} },
  pushTokens: {
    id: (token: PushToken) => token.token,
    indexes: { user: (token: PushToken) => [token.userId] },
  },
  outbox: { id: (entry: UnannouncedGame) => entry.gameId, indexes: {} },
  messages: {
    id: (message: DueMessage) => message.id,
    indexes: { user: (message: DueMessage) => [message.userId] },
  },
  reports: {
    id: (report: Report) => report.id,
    indexes: { reporter: (report: Report) => (report.by === null ? [] : [report.by]) },
  },
  reportedThings: {
    id: (thing: ReportedThing) => thing.id,
    indexes: { author: (thing: ReportedThing) => [thing.authorId] },
  },
  blocks: {
    id: (block: Block) => block.id,
    indexes: { by: (block: Block) => [block.by], of: (block: Block) => [block.userId] },
  },
  devices: { id: (device: Device) => device.id, indexes: { user: (device: Device) => [device.userId] } },
  moveCodes: { id: (code: MoveCode) => code.id, indexes: { code: ({ code }: MoveCode) => [code] } },
  decisions: {
    id: (decision: Decision) => decision.id,
    indexes: {
      author: (decision: Decision) => (decision.userId === null ? [] : [decision.userId]),
    },
  },
  rollover: { id: () => 'rollover', indexes: {} },
} satisfies {
  [C in CollectionName]: {
    id: (document: Collections[C]) => string
    indexes: Record<string, (document: Collections[C]) => string[]>
  }
}

/** All documents, each collection sorted by id. */
export type Everything = { readonly [C in CollectionName]: readonly Collections[C][] }

/** The indexes of a collection. They have few documents per key. */
export type IndexOf<C extends CollectionName> = keyof (typeof collections)[C]['indexes'] & string

/** The key of the `playerDay` index of games. */
export const playerDay = (userId: string, day: GameDay): string => `${userId} ${day}`

/** The key of the `groupDay` index of games. Each key has at most one game. */
export const groupDay = (groupId: string, day: GameDay): string => `${groupId} ${day}`

/** The user or group in a key of the `playerDay` or `groupDay` index. */
export const ownerIn = (key: string): string => key.slice(0, key.lastIndexOf(' '))

/** The day in such a key. */
export const dayIn = (key: string): GameDay => key.slice(key.lastIndexOf(' ') + 1)

/**
 * One attempt of a transaction. It commits atomically, or is retried if another transaction has meanwhile changed
 * 1. a document that it read with {@link get} or a list that it read with {@link find},
 * 2. a document that it read in any way and replaces or removes.
 * Everything else that it read may have changed. Use `get` and `find` for data that a decision depends on, and the
 * other reads for data that is only shown, or read and then replaced. A transaction without writes is never retried
 * because of a change.
 *
 * `get`, `getMany`, `find`, `findMany`, `all`, `gamesOf` and `gamesOfDay` see the transaction's own writes. The other
 * reads only see committed data.
 */
export interface Transaction {
  get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined>
  /** Sorted by id. */
  find<C extends CollectionName>(collection: C, index: IndexOf<C>, key: string): Promise<Collections[C][]>

  /** The documents that exist, in the requested order. */
  getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]>
  /** The documents with any of the keys, each once, in no particular order. */
  findMany<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]>

  /**
   * Public games of the day, among them the one that a new player joins (`gamesToJoin`). No two concurrent transactions get
   * the same game: the store makes the second one wait for the first to end, or skips the game.
   * @param avoided players that the game must not have
   */
  openPublicGames(day: GameDay, now: Instant, avoided?: ReadonlySet<string>): Promise<Game[]>
  /** The next groups after `afterId` (empty for the first page), sorted by id. */
  groupsAfter(afterId: string, limit: number): Promise<Group[]>
  /**
   * Open games of days before `day` without a turn that is still running or in its grace period, sorted by day, end of the
   * turn (without one first) and id.
   * @param after the last game of the previous page, if all its games are closed by now. A store may continue there, and
   * then does not find the games that it has passed because of their turn.
   */
  gamesToClose(day: GameDay, now: Instant, limit: number, after?: GamePosition | null): Promise<Game[]>
  /** Games whose results are due, earliest first. */
  unannouncedGames(now: Instant, limit: number): Promise<UnannouncedGame[]>
  /** Notifications that are due, earliest first. */
  dueMessages(now: Instant, limit: number): Promise<DueMessage[]>
  /** A page of reported things. */
  reportQueue(query: QueueQuery): Promise<ReportedThing[]>
  /** How many reported things are open, and when the oldest was first reported; null without any. */
  openReports(): Promise<{ readonly count: number; readonly oldest: Instant | null }>
  /** Decisions with an id before `before`, all without one; the latest first. */
  latestDecisions(before: string | undefined, limit: number): Promise<Decision[]>
  /** Users whose name or id contains a text, ignoring case: those that equal it first, then by name. */
  usersLike(text: string, limit: number): Promise<User[]>
  /** A page of users or groups whose name or id contains a text, ignoring case, sorted by id; all for an empty text. */
  matching<C extends 'users' | 'groups'>(
    collection: C,
    text: string,
    afterId: string,
    limit: number,
  ): Promise<Collections[C][]>
  /** The number of distinct players who are in a game of the day or were marked as active on it. */
  countPlayers(day: GameDay): Promise<number>
  /** All games of a player, sorted by id, without their entries. */
  gamesOf(userId: string): Promise<GameSummary[]>

  /** For lists in the console: all games of a day, sorted by id. */
  gamesOfDay(day: GameDay): Promise<Game[]>
  /** For lists in the console: the whole collection, sorted by id. */
  all<C extends CollectionName>(collection: C): Promise<Collections[C][]>
  /**
   * For exports: a consistent snapshot of all committed documents, whose drawings `blob` then returns. The transaction
   * must not lock or write.
   */
  everything(): Promise<Everything>
  /** The number of committed documents. */
  count(collection: CollectionName): Promise<number>

  /** Adds a document. If another transaction adds one with its id first, this one is retried. */
  insert<C extends CollectionName>(collection: C, document: Collections[C]): void
  /**
   * Replaces a document by one with the same id.
   * @param before as this transaction has read it or written it
   * @throws Error if this transaction has not read it.
   */
  replace<C extends CollectionName>(collection: C, before: Collections[C], after: Collections[C]): void
  /** Removes the document if it exists. */
  remove(collection: CollectionName, id: string): void
  /** Removes all committed documents, but none that are inserted later. */
  clear(): void
  /** Marks a player as active for {@link countPlayers}. A store may forget the marks of earlier days. */
  noteActive(userId: string, day: GameDay): void
  /** The bytes with this SHA-256 in hex; undefined if they do not exist or are damaged. */
  blob(sha256: string): Promise<Uint8Array | undefined>
  /** Those of these blobs that {@link blob} returns, by name. */
  blobs(sha256s: readonly string[]): Promise<Map<string, Uint8Array>>
  putBlob(sha256: string, bytes: Uint8Array): void

  /** Waits until no other transaction of any process holds this lock, then holds it until this transaction ends. */
  lock(name: string): Promise<void>
}

/**
 * The store failed, for example because the disk is full or the database is unreachable. No write is stored, unless the
 * connection broke during a commit whose outcome cannot be found out.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
  /** Whether reads fail too. */
  readonly isUnreachable: boolean
  /** Which store failed, why, and what an operator can do; null if the store does not say. */
  readonly explanation: string | null

  constructor(cause: unknown, options: { isUnreachable?: boolean; explanation?: string | null } = {}) {
    super(`The store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.isUnreachable = options.isUnreachable ?? false
    this.explanation = options.explanation ?? null
  }
}

/** Too many transactions with the same data are waiting for each other. Nothing is written; others are not affected. */
export class OwnerBusyError extends Error {
  override name = 'OwnerBusyError'

  /** @param keys of the data */
  constructor(keys: readonly string[], cause?: unknown) {
    super(`Too many calls with ${keys.join(', ')} are waiting for each other`, { cause })
  }
}

/** Stored data cannot be read. The message says which file, why and what to do, which only admins may see. */
export class UnreadableDataError extends Error {
  override name = 'UnreadableDataError'
}

/** How many players and games a store has, and how many it is made for. More are not refused. */
export interface Capacity {
  readonly players: number
  readonly maxPlayers: number
  readonly games: number
  readonly maxGames: number
  /** What to do beyond 80 %; null below. */
  readonly warning: string | null
}

/** Statistics of a store since its start. Those that a store does not collect are absent. */
export interface StoreFigures {
  /** How many transactions were retried, by cause. */
  readonly retries: Readonly<Record<string, number>>
  /** Connections to a database, and the number of calls waiting for one. */
  readonly connections?: { readonly inUse: number; readonly idle: number; readonly waiting: number }
  readonly journalBytes?: number
  /** What the store is made for. */
  readonly capacity?: Capacity
}

/** Stores everything that outlives a call. */
export interface Store {
  /** For metrics. */
  figures?(): StoreFigures
  /** The size of a batch of the roll-over: how many games it may close, plus how many groups it may check. 25 if absent. */
  readonly rollOverBatch?: number
  /**
   * Runs `work` and commits its writes atomically. `work` may run several times (see {@link Transaction}), so it must
   * have no side effects outside the transaction. If it throws, nothing is written and the error is passed on.
   * @param owner whose data the work changes, such as a player's id. A store may run the transactions of one owner one at
   * a time, because concurrent ones would be retried.
   * @throws {StoreUnavailableError} if the writes fail.
   * @throws {OwnerBusyError} if it waits too long for others with the same data.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, owner?: string | null): Promise<T>
  /**
   * Looks whether what the store writes to is still there, beyond what a transaction that reads finds out.
   * @throws {StoreUnavailableError} if it is gone.
   */
  check?(): Promise<void>
  close(): Promise<void>
}
