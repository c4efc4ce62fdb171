import { PRODUCT } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { dateText } from '../../day/day-text.ts'
import { publicResultsPath } from '../../paths.ts'
import type { Shared } from '../../platform/share.ts'

/** The public link to results, with the text for the share sheet. */
export const sharedResults = ({ word, date, gameId }: GameResults): Shared => ({
  title: PRODUCT,
  text: `See what became of '${word}' on ${dateText(date)}!`,
  url: window.location.origin + publicResultsPath(gameId),
})
