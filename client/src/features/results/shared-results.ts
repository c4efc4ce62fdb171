import { PRODUCT } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { publicResultsPath } from '../../paths.ts'
import type { Shared } from '../../platform/share.ts'

/** The public link to results, with the text for the share sheet. */
export const sharedResults = ({ word, gameId }: GameResults): Shared => ({
  title: PRODUCT,
  text: `See what became of '${word}'!`,
  url: window.location.origin + publicResultsPath(gameId),
})
