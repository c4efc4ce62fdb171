import type { Game } from '../core/rules/game/game.ts'
import type { DueMessage } from '../core/rules/notifications/due-message.ts'
import type { Device, MoveCode } from '../core/rules/players/devices.ts'
import type { Group } from '../core/rules/players/group.ts'
import type { Block, ModeratorDecision, Report, ReportedThing } from '../core/rules/players/safety.ts'
import type { User } from '../core/rules/players/user.ts'
import type { UnannouncedGame } from '../core/rules/stored/game.ts'
import type { PushToken } from '../core/rules/stored/push.ts'
import type { ReactionsOfGame } from '../core/rules/stored/reactions.ts'
import type { GameDay } from '../core/rules/time/day.ts'

export type { PushToken, ReactionsOfGame, UnannouncedGame }

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
  decisions: ModeratorDecision
  /** The accounts that were deleted. No reset or restore removes them. */
  deletedAccounts: DeletedAccount
  /** A single document: the progress of the roll-over. */
  rollover: RollOver
}

export type CollectionName = keyof Collections

/** Whether `Store.replaceAll` leaves the documents of a collection. */
export const isKept = (collection: CollectionName): boolean => collection === 'deletedAccounts'

/** Nothing is known of it but the SHA-256 of its id. */
interface DeletedAccount {
  readonly id: string
}

/** The latest roll-over. It records what was done, not what is due, because the clock may be set back. */
interface RollOver {
  readonly id: 'rollover'
  readonly day: GameDay
  /** The remaining work; absent when it is done. */
  readonly sweep?: Sweep
  /** The latest day on which the clean-up has ended. */
  readonly cleanedOn?: GameDay
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
  users: { id: (user) => user.id, indexes: { device: (user) => [user.deviceHash] } },
  groups: { id: (group) => group.id, indexes: { code: (group) => [group.code] } },
  games: {
    id: (game) => game.id,
    indexes: {
      groupDay: (game) => (game.groupId === null ? [] : [groupDay(game.groupId, game.day)]),
      playerDay: (game) => game.players.map(({ userId }) => playerDay(userId, game.day)),
    },
  },
  reactions: { id: (reactions) => reactions.gameId, indexes: {} },
  pushTokens: { id: (token) => token.token, indexes: { user: (token) => [token.userId] } },
  outbox: { id: (entry) => entry.gameId, indexes: {} },
  messages: { id: (message) => message.id, indexes: { user: (message) => [message.userId] } },
  reports: {
    id: (report) => report.id,
    indexes: {
      reporter: (report) => (report.by === null ? [] : [report.by]),
      author: (report) => [report.authorId],
    },
  },
  reportedThings: { id: (thing) => thing.id, indexes: { author: (thing) => [thing.authorId] } },
  blocks: {
    id: (block) => block.id,
    indexes: { by: (block) => [block.by], of: (block) => [block.userId] },
  },
  devices: { id: (device) => device.id, indexes: { user: (device) => [device.userId] } },
  moveCodes: { id: (code) => code.id, indexes: { code: ({ code }) => [code] } },
  decisions: {
    id: (decision) => decision.id,
    indexes: { author: (decision) => (decision.userId === null ? [] : [decision.userId]) },
  },
  deletedAccounts: { id: (account) => account.id, indexes: {} },
  rollover: { id: () => 'rollover', indexes: {} },
} satisfies {
  [C in CollectionName]: {
    id: (document: Collections[C]) => string
    indexes: Record<string, (document: Collections[C]) => string[]>
  }
}

/** The id of a document in its collection. */
export const idOf = (collection: CollectionName, document: Collections[CollectionName]): string =>
  (collections[collection].id as (document: Collections[CollectionName]) => string)(document)

export const idsOf = (documents: readonly { readonly id: string }[]): string[] =>
  documents.map(({ id }) => id)

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
