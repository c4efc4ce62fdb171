import type { SecretsChange } from '@inkling/mock-server/adapters/in-process'
import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import type { Door } from '../bots/door.ts'

/** A server that a scenario runs on, and what it offers beyond the documented API. */
export interface Target extends Door {
  /** As reports call it. */
  readonly name: string
  /** Whether its clock, faults, world and stage can be set. */
  readonly controls: boolean
  /** Whether others may use it, so that a run leaves it as it was. */
  readonly isShared: boolean
  /** IANA name of its game's zone, and its version, as far as it tells them. */
  readonly timeZone?: string
  readonly version?: string
  /** Listens to the reactions to a game; undefined where that cannot be done. */
  readonly listen?: (gameId: string, token: string) => Promise<Listening>
  /** Restarts the server; undefined where the run did not start it. */
  readonly restart?: (secrets: SecretsChange) => Promise<void>
  close(): Promise<void>
}

/** The end of a socket that the server closes. */
export interface Closed {
  readonly closed: number
  readonly reason: string
}

export interface Listening {
  /** False when the server closed the socket instead of letting it in. */
  readonly isOpen: boolean
  /** The next message, or the close of the socket, that has not been asked for yet. */
  next(signal: AbortSignal): Promise<ReactionMessage | Closed>
  close(): void
}
