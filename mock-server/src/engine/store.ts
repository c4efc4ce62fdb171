import type { GameDay } from '../rules/day.ts'
import type { Game } from '../rules/game.ts'
import type { Group } from '../rules/group.ts'
import type { GameSummary } from '../rules/history.ts'
import type { User } from '../rules/user.ts'
import type { PushToken, ReactionsOfGame } from './world.ts'

/** The documents that a store keeps, whole and immutable: a change is a new document under the same id. */
export interface Collections {
  users: User
  groups: Group
  games: Game
  reactions: ReactionsOfGame
  pushTokens: PushToken
  /** One document: the last day that was rolled over to. */
  rollover: { readonly id: 'rollover'; readonly day: GameDay }
}

export type CollectionName = keyof Collections

/** How each collection's documents are named, and by what else they are found. */
export const collections = {
  users: { id: (user: User) => user.id, indexes: { device: (user: User) => [user.deviceHash] } },
  groups: { id: (group: Group) => group.id, indexes: { code: (group: Group) => [group.code] } },
  games: {
    id: (game: Game) => game.id,
    indexes: {
      day: (game: Game) => [game.day],
      open: (game: Game) => (game.completedAt === null ? ['open'] : []),
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
  rollover: { id: () => 'rollover', indexes: {} },
} satisfies {
  [C in CollectionName]: {
    id: (document: Collections[C]) => string
    indexes: Record<string, (document: Collections[C]) => string[]>
  }
}

/** Indexes that transactions may search. All games of a player are more than anybody wants: see `gamesOf`. */
export type IndexOf<C extends CollectionName> = Exclude<
  keyof (typeof collections)[C]['indexes'] & string,
  'player'
>

/** The key of the `playerDay` index of games. */
export const playerDay = (userId: string, day: GameDay): string => `${userId} ${day}`

/** The key of the `groupDay` index of games: there is at most one. */
export const groupDay = (groupId: string, day: GameDay): string => `${groupId} ${day}`

/** Reads see the state before the transaction and its own writes. Lists come in the order of ids. */
export interface Transaction {
  get<C extends CollectionName>(collection: C, id: string): Promise<Collections[C] | undefined>
  find<C extends CollectionName>(collection: C, index: IndexOf<C>, key: string): Promise<Collections[C][]>
  all<C extends CollectionName>(collection: C): Promise<Collections[C][]>
  /** How many documents were stored when it was asked. */
  count(collection: CollectionName): Promise<number>
  /** Every game that a player is in, in the order of ids, without what was drawn and guessed. */
  gamesOf(userId: string): Promise<GameSummary[]>
  put<C extends CollectionName>(collection: C, document: Collections[C]): void
  remove(collection: CollectionName, id: string): void
  /** Immutable bytes by their SHA-256 in hex. */
  blob(sha256: string): Promise<Uint8Array | undefined>
  putBlob(sha256: string, bytes: Uint8Array): void
}

/** Writes that could not be kept, on a full disk for one: nothing of their transaction is there. The cause says why. */
export class NotKeptError extends Error {
  override name = 'NotKeptError'

  constructor(cause: unknown) {
    super(`This could not be kept: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Where everything is kept. */
export interface Store {
  /**
   * Runs `work` and commits its writes together. When something that it read has changed meanwhile, it runs again, so
   * it must have no effect but through the transaction. What it throws ends the transaction without a write.
   * @throws {NotKeptError} when the writes cannot be kept.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
