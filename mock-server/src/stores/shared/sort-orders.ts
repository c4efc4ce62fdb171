import { PUBLIC_GAME } from '../../contract/constants.ts'
import type { CollectionName, Collections } from '../../engine/store.ts'
import type { UnannouncedGame } from '../../engine/world.ts'
import { type Game, turnDeadline } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'

/**
 * Sort keys of documents in memory, by sort order; null leaves a document out. Each key ends with the id, so that keys are
 * unique.
 */
export const sortOrders = {
  users: {},
  groups: { id: ({ id }: Group) => id },
  games: {
    /** Public games with a free place in which nobody is playing, the oldest first. */
    startable: (game: Game) =>
      takesPlayers(game) && !game.turn ? `${game.day} ${game.createdAt} ${game.id}` : null,
    /** Public games with a free place in which somebody is playing, by the deadline of the turn. */
    running: (game: Game) =>
      takesPlayers(game) && game.turn ? `${game.day} ${turnDeadline(game.turn)} ${game.id}` : null,
    /** Public games with a free place and a short queue: the shortest first, then the oldest. */
    queue: (game: Game) =>
      takesPlayers(game) && pendingPlayers(game) < PUBLIC_GAME.shortQueue
        ? `${game.day} ${pendingPlayers(game)} ${game.createdAt} ${game.id}`
        : null,
  },
  reactions: {},
  pushTokens: {},
  outbox: { due: ({ dueAt, gameId }: UnannouncedGame) => `${dueAt} ${gameId}` },
  rollover: {},
} satisfies {
  [C in CollectionName]: Record<string, (document: Collections[C]) => string | null>
}

/** Whether this is a public game that players can still join. */
export const takesPlayers = (game: Game): boolean =>
  game.kind === 'public' && game.completedAt === null && game.players.length < PUBLIC_GAME.players

export const pendingPlayers = (game: Game): number =>
  game.players.filter(({ status }) => status === 'pending').length
