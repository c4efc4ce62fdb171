import type { Client, ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import type { SecretsChange } from '@inkling/mock-server/in-process'

/** All data of a server as one document. */
export type World = Awaited<ReturnType<Client['exportWorld']>>

/** A server that scenarios run on, and its features beyond the documented API. */
export interface Target extends ServerAccess {
  /** Its name in reports. */
  readonly name: string
  /** Whether its clock, faults, world and stage can be set. */
  readonly controls: boolean
  /** Whether others use it too, so that a run must restore it. */
  readonly isShared: boolean
  /** The IANA name of its time zone, and its version, if it reports them. */
  readonly timeZone?: string
  readonly version?: string
  /** Listens to the reactions to a game; undefined if not supported. */
  readonly listen?: (
    gameId: string,
    token: string,
    onMessage?: (message: ReactionMessage) => void,
  ) => Promise<Listening>
  /** Restarts the server; undefined if the run did not start it. */
  readonly restart?: (secrets: SecretsChange) => Promise<void>
  close(): Promise<void>
}

/** A socket closed by the server. */
export interface Closed {
  readonly closed: number
  readonly reason: string
}

export interface Listening {
  /** False if the server closed the socket instead of accepting it. */
  readonly isOpen: boolean
  /** The next message that was not taken yet, or the close of the socket. */
  next(signal: AbortSignal): Promise<ReactionMessage | Closed>
  close(): void
}
