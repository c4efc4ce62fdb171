import { PUBLIC_GAME } from '../../contract/constants.ts'
import type { CollectionName, Collections } from '../../engine/store.ts'
import type { OutboxEntry } from '../../engine/world.ts'
import { type Game, turnDeadline } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'

/**
 * Sort keys of documents in memory, by the query that walks them in this order; null leaves a document out. Each ends
 * with the id, so that no two are equal.
 */
export const sortOrders = {
  users: {},
  groups: { id: ({ id }: Group) => id },
  games: {
    /** Open games: of a day first those in which no turn runs, then by the end of the turn. */
    open: (game: Game) =>
      game.completedAt === null ? `${game.day} ${game.turn ? turnDeadline(game.turn) : ''} ${game.id}` : null,
    /** Public games that take another player and in which nobody plays: the oldest first. */
    startable: (game: Game) =>
      takesPlayers(game) && !game.turn ? `${game.day} ${game.createdAt} ${game.id}` : null,
    /** Those in which somebody plays, by the end of the turn. */
    running: (game: Game) =>
      takesPlayers(game) && game.turn ? `${game.day} ${turnDeadline(game.turn)} ${game.id}` : null,
    /** Those with a short queue: the shortest first, the oldest among equals. */
    queue: (game: Game) =>
      takesPlayers(game) && pendingPlayers(game) < PUBLIC_GAME.shortQueue
        ? `${game.day} ${pendingPlayers(game)} ${game.createdAt} ${game.id}`
        : null,
  },
  reactions: {},
  pushTokens: {},
  outbox: { due: ({ dueAt, gameId }: OutboxEntry) => `${dueAt} ${gameId}` },
  rollover: {},
} satisfies {
  [C in CollectionName]: Record<string, (document: Collections[C]) => string | null>
}

/** Whether it is a public game that a player may still join. */
export const takesPlayers = (game: Game): boolean =>
  game.kind === 'public' && game.completedAt === null && game.players.length < PUBLIC_GAME.players

export const pendingPlayers = (game: Game): number =>
  game.players.filter(({ status }) => status === 'pending').length
