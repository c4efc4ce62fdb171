import type { GameResults } from '@inkling/mock-server/contract/schemas/results'

/** The input for generating a picture, and its progress. */
export interface PictureRequest {
  results: GameResults
  /** The address shown below the picture. */
  address: string
  /** Called with the progress, 0 to 1. */
  onProgress: (part: number) => void
  /** Aborts the generation. */
  signal: AbortSignal
}
