import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import type { ServerEvent } from '../../calls/event-stream.ts'
import type { ServerFigures } from '../../calls/server-figures.ts'
import type { TargetKind } from '../../settings/target-kinds.ts'
import type { WatchedGame } from './watched-games.ts'

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
  /** Oldest first. */
  readonly events: readonly ServerEvent[]
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
  events: [],
}
