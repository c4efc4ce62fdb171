import type { GameResults } from '@inkling/mock-server/contract/schemas/results'

/** What a picture is made from, and how its making is followed. */
export interface Making {
  results: GameResults
  /** The address that stands below it. */
  address: string
  /** Told how much is done, 0 to 1. */
  onProgress: (part: number) => void
  /** Ends it: nobody waits for the picture any more. */
  signal: AbortSignal
}
