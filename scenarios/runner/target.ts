import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import type { Door } from '../bots/door.ts'

/** A server that a scenario runs on, and what it offers beyond the documented API. */
export interface Target extends Door {
  /** As reports call it. */
  readonly name: string
  /** Whether its clock, faults, world and stage can be set. */
  readonly controls: boolean
  /** Listens to the reactions to a game; undefined where that cannot be done. */
  readonly listen?: (gameId: string, token: string) => Promise<Listening>
  close(): Promise<void>
}

export interface Listening {
  /** The next message that has not been asked for yet. */
  next(signal: AbortSignal): Promise<ReactionMessage>
  close(): void
}
