import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import type { GameStatus, PlayerStatus } from '@inkling/mock-server/contract/schemas/game'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import type { TargetKind } from '../safety/target-kinds.ts'

/** What is known of the target, as far as it lets itself be watched. */
export interface Watched {
  readonly connection: 'connecting' | 'live' | 'lost'
  /** A reference server has controls; any other server answers the documented calls only. */
  readonly kind: 'reference' | 'documented' | null
  /** How careful to be with the target: by its profile or address until it has answered. */
  readonly targetKind: TargetKind
  /** What is wrong or missing, as a sentence. */
  readonly problem: string | null
  readonly status: ControlStatus | null
  /** When the status came, on the clock of this process. */
  readonly statusAt: number
  readonly games: readonly WatchedGame[]
  /** Names by user id. */
  readonly names: ReadonlyMap<string, string>
  /** Base64 PNGs by the key of a step. */
  readonly pictures: ReadonlyMap<string, string>
  /** How pictures came about, by the same keys, where their makers told. */
  readonly strokes: ReadonlyMap<string, readonly Stroke[]>
  /** Oldest first. */
  readonly events: readonly WatchedEvent[]
}

export interface WatchedGame {
  readonly id: string
  readonly day: string
  /** Of its group; public games have none of their own. */
  readonly name: string
  /** Null where the server keeps it secret. */
  readonly word: string | null
  readonly status: GameStatus
  readonly players: readonly WatchedPlayer[]
  /** Who holds the turn. */
  readonly turn: { readonly name: string; readonly type: 'drawing' | 'guess' } | null
  readonly steps: readonly WatchedStep[]
  /** Null where the server does not tell when. */
  readonly createdAt: string | null
  readonly completedAt: string | null
}

export interface WatchedPlayer {
  readonly userId: string
  readonly name: string
  readonly status: PlayerStatus
  /** When the turn was played or skipped. */
  readonly playedAt: string | null
}

export interface WatchedStep {
  readonly name: string
  readonly type: 'drawing' | 'guess'
  /** What was to be drawn, or what was guessed. */
  readonly said: string
  /** Of guesses. */
  readonly score: number | null
  readonly timeSpent: number
  /** When it was handed in; null where the server does not tell. */
  readonly at: string | null
  /** Under which its picture is kept; null of guesses. */
  readonly picture: string | null
}

/** A domain event as it comes over the wire; fields that are not known here are left alone. */
export interface WatchedEvent {
  readonly type: string
  readonly at: string
  readonly gameId?: string
  readonly userId?: string
  readonly username?: string
  readonly turn?: string
  readonly outcome?: string
  readonly day?: string
  readonly latestDay?: string
  readonly gamesCreated?: number
  readonly gamesCompleted?: number
  readonly attempt?: { readonly guess: string; readonly score: number }
}

export const NOTHING_WATCHED: Watched = {
  connection: 'connecting',
  kind: null,
  targetKind: 'shared',
  problem: null,
  status: null,
  statusAt: 0,
  games: [],
  names: new Map(),
  pictures: new Map(),
  strokes: new Map(),
  events: [],
}
