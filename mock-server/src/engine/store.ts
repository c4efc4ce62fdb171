import type { GameDay } from '../rules/day.ts'
import type { Device, MoveCode } from '../rules/devices.ts'
import type { DueMessage } from '../rules/due-message.ts'
import type { Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import type { Block, Decision, Report, ReportedThing } from '../rules/safety.ts'
import type { User } from '../rules/user.ts'
import type { Transaction } from './transaction.ts'
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
  /** All groups up to this id have their game of the day. Empty at the start, null at the end. */
  readonly after: string | null
  /** Whether an earlier day was rolled over before. If so, groups created while the clock was ahead also get a game. */
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
