import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import type { GameStatus, PlayerStatus } from '@inkling/mock-server/contract/schemas/game'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import type { ServerEvent } from '../../calls/event-stream.ts'
import type { ServerFigures } from '../../calls/server-figures.ts'
import type { TargetKind } from '../../settings/target-kinds.ts'

/** The observed state of the target. */
export interface Watched {
  readonly connection: 'connecting' | 'live' | 'lost'
  /** A reference server has controls; any other server answers the documented calls only. */
  readonly kind: 'reference' | 'documented' | null
  /** Whether it is a reference server that refuses its controls, so that only the documented calls work. */
  readonly lacksKey: boolean
  /** How carefully to treat the target. Derived from its profile or address until it has answered. */
  readonly targetKind: TargetKind
  /** What is wrong or missing, as a sentence. */
  readonly problem: string | null
  readonly status: ControlStatus | null
  /** When the status was received, by this process's clock. */
  readonly statusAt: number
  /** The server's key metrics; null if it has none. */
  readonly figures: ServerFigures | null
  readonly games: readonly WatchedGame[]
  /** Names by user id. */
  readonly names: ReadonlyMap<string, string>
  /** Base64 PNGs by the key of a step. */
  readonly pictures: ReadonlyMap<string, string>
  /** The strokes of pictures by the same keys, if the clients sent them. */
  readonly strokes: ReadonlyMap<string, readonly Stroke[]>
  /** Oldest first. */
  readonly events: readonly ServerEvent[]
}

export const PUBLIC_GAME = 'Public game'

export interface WatchedGame {
  readonly id: string
  readonly day: string
  /** The group's name or {@link PUBLIC_GAME}; in a player's history, the date. */
  readonly name: string
  /** Null if the server does not reveal it. */
  readonly word: string | null
  readonly status: GameStatus
  readonly players: readonly WatchedPlayer[]
  /** The player who holds the turn. */
  readonly turn: { readonly name: string; readonly type: 'drawing' | 'guess' } | null
  readonly steps: readonly WatchedStep[]
  /** Null if the server does not report it. */
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
  /** The prompt of a drawing, or the guess. */
  readonly said: string
  /** Null for a drawing. */
  readonly score: number | null
  readonly timeSpent: number
  /** When it was submitted; null if the server does not report it. */
  readonly at: string | null
  /** The key of its picture; null for a guess. */
  readonly picture: string | null
}

export const NOTHING_WATCHED: Watched = {
  connection: 'connecting',
  kind: null,
  lacksKey: false,
  targetKind: 'shared',
  problem: null,
  status: null,
  statusAt: 0,
  figures: null,
  games: [],
  names: new Map(),
  pictures: new Map(),
  strokes: new Map(),
  events: [],
}
