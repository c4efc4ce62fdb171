import type { GameResults } from '@inkling/mock-server/contract/schemas/results'

/** The input for generating a picture, and its progress. */
export interface PictureRequest {
  results: GameResults
  /** Displayed below the picture: whose it is, the day, and the site. */
  caption: string
  /** Receives the progress, 0 to 1. */
  onProgress: (part: number) => void
  /** Aborts the generation. */
  signal: AbortSignal
}
