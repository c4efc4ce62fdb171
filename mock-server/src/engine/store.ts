import type { GameDay } from '../rules/day.ts'
import type { Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import type { GameSummary } from '../rules/history.ts'
import type { Instant } from '../rules/instant.ts'
import type { User } from '../rules/user.ts'
import type { OutboxEntry, PushToken, ReactionsOfGame } from './world.ts'

/** The documents of a store, whole and immutable: a change is a new document under the same id. */
export interface Collections {
  users: User
  groups: Group
  games: Game
  reactions: ReactionsOfGame
  pushTokens: PushToken
  /** Games whose results have not been announced yet. */
  outbox: OutboxEntry
  /** One document: how far the roll-over is. */
  rollover: RollOver
}

export type CollectionName = keyof Collections

/** The latest roll-over. It records what was done, never what is due, because a clock may go back. */
interface RollOver {
  readonly id: 'rollover'
  readonly day: GameDay
  /** The remaining work; absent when it is done. */
  readonly sweep?: Sweep
}

export interface Sweep {
  /** Every group up to this id has its game of the day: empty at first, null when all have. */
  readonly after: string | null
  /**
   * Whether the day follows an earlier one. Then groups founded while the clock was ahead count as present at its
   * start.
   */
  readonly isNextDay: boolean
  readonly gamesCreated: number
  readonly gamesCompleted: number
}

/** How the documents of each collection are keyed and indexed. */
export const collections = {
  users: { id: (user: User) => user.id, indexes: { device: (user: User) => [user.deviceHash] } },
  groups: { id: (group: Group) => group.id, indexes: { code: (group: Group) => [group.code] } },
  games: {
    id: (game: Game) => game.id,
    indexes: {
      groupDay: (game: Game) => (game.groupId === null ? [] : [groupDay(game.groupId, game.day)]),
      player: (game: Game) => game.players.map(({ userId }) => userId),
      playerDay: (game: Game) => game.players.map(({ userId }) => playerDay(userId, game.day)),
    },
  },
  reactions: { id: (reactions: ReactionsOfGame) => reactions.gameId, indexes: {} },
  pushTokens: {
    id: (token: PushToken) => token.token,
    indexes: { user: (token: PushToken) => [token.userId] },
  },
  outbox: { id: (entry: OutboxEntry) => entry.gameId, indexes: {} },
  rollover: { id: () => 'rollover', indexes: {} },
} satisfies {
  [C in CollectionName]: {
    id: (document: Collections[C]) => string
    indexes: Record<string, (document: Collections[C]) => string[]>
  }
}

/** All documents, each collection in the order of ids. */
export type Everything = { readonly [C in CollectionName]: readonly Collections[C][] }

/** Indexes that transactions may search: those whose lists stay short. */
export type IndexOf<C extends CollectionName> = Exclude<
  keyof (typeof collections)[C]['indexes'] & string,
  'player'
>

/** The key of the `playerDay` index of games. */
export const playerDay = (userId: string, day: GameDay): string => `${userId} ${day}`

/** The key of the `groupDay` index of games. Each key has at most one game. */
export const groupDay = (groupId: string, day: GameDay): string => `${groupId} ${day}`

/**
 * One attempt of a transaction. It commits as a whole, or is retried if another transaction has meanwhile changed
 * 1. a document that it read with {@link get} or a list that it read with {@link find},
 * 2. a document that it read in any way and puts or removes.
 * Everything else that it read may have changed. Use `get` and `find` for data that a decision depends on, and the
 * other reads for data that is only shown, or read and then put. A transaction without writes is never retried
 * because of a change.
 *
 * `get`, `getMany`, `find`, `findMany`, `all`, `gamesOf` and `gamesOfDay` see the transaction's own writes. The other
 * reads only see committed data.
 */
export interface Transaction {
  get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined>
  /**
   * The player as `getMany` reads it. A store may read their group and their games of the day in the same round trip,
   * for the reads that follow.
   */
  player(userId: string, day: GameDay): Promise<User | undefined>
  /** In the order of ids. */
  find<C extends CollectionName>(collection: C, index: IndexOf<C>, key: string): Promise<Collections[C][]>

  /** The documents that exist, in the requested order. */
  getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<Collections[C][]>
  /** The documents under any of the keys, each once, in no particular order. */
  findMany<C extends CollectionName>(
    collection: C,
    index: IndexOf<C>,
    keys: readonly string[],
  ): Promise<Collections[C][]>

  /**
   * A few public games of the day with a free place, in order of preference: the oldest in which nobody is playing,
   * one whose turn has expired, the shortest queue with fewer than 3 pending (the oldest wins a tie). No two
   * transactions get the same game at the same time: a store makes the others wait for this one to end, or skips the
   * game.
   */
  openPublicGames(day: GameDay, now: Instant): Promise<Game[]>
  /** The next groups in the order of ids, beginning after `afterId` (empty for the first page). */
  groupsAfter(afterId: string, limit: number): Promise<Group[]>
  /** Open games of days before `day` in which no turn runs any more, grace period included; the oldest day first. */
  gamesToClose(day: GameDay, now: Instant, limit: number): Promise<Game[]>
  /** Entries that are due, the earliest first. */
  outboxDue(now: Instant, limit: number): Promise<OutboxEntry[]>
  /** How many different players are in a game of the day or were noted as active on it. */
  countPlayers(day: GameDay): Promise<number>
  /** Every game of a player, in id order, without its entries. */
  gamesOf(userId: string): Promise<GameSummary[]>

  /** For lists of the console: all games of a day in the order of ids. */
  gamesOfDay(day: GameDay): Promise<Game[]>
  /** For exports and lists of the console: the whole collection in the order of ids. */
  all<C extends CollectionName>(collection: C): Promise<Collections[C][]>
  /**
   * For exports: all committed documents of one instant. A transaction that reads them must not lock or write; `blob`
   * then finds their drawings.
   */
  everything(): Promise<Everything>
  /** How many documents are committed. */
  count(collection: CollectionName): Promise<number>

  /** Replaces the document that this transaction has read under the id; adds one when it has read none. */
  put<C extends CollectionName>(collection: C, document: Collections[C]): void
  /** Removes the document when there is one. */
  remove(collection: CollectionName, id: string): void
  /** Removes all committed documents. Documents that are put later stay. */
  clear(): void
  /** Counts a player for {@link countPlayers} until another day is noted; a store may forget it when it closes. */
  noteActive(userId: string, day: GameDay): void
  /** Immutable bytes by their SHA-256 in hex; undefined when there are none, or the store has lost or damaged them. */
  blob(sha256: string): Promise<Uint8Array | undefined>
  putBlob(sha256: string, bytes: Uint8Array): void

  /** Waits until no other transaction of any process holds this lock, then holds it until this one has ended. */
  lock(name: string): Promise<void>
}

/** The writes of a transaction failed, for example on a full disk. None of them is stored. */
export class WriteFailedError extends Error {
  override name = 'WriteFailedError'

  constructor(cause: unknown) {
    super(`The write failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Statistics of a store since its start. Figures that a store does not have are absent. */
export interface StoreFigures {
  /** How many transactions were retried, by cause. */
  readonly retries: Readonly<Record<string, number>>
  /** Connections to a database, and the calls that wait for one. */
  readonly connections?: { readonly inUse: number; readonly idle: number; readonly waiting: number }
  readonly journalBytes?: number
  readonly checkpointBytes?: number
}

/** Stores everything that outlives a call. */
export interface Store {
  /** For metrics. */
  figures?(): StoreFigures
  /**
   * Runs `work` and commits its writes together; see {@link Transaction} for when it runs again. So `work` must have no
   * effect but through the transaction. What it throws ends the transaction without a write.
   * @throws {WriteFailedError} when the writes fail.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
