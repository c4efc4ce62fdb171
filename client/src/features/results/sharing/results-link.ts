import { PRODUCT } from '@inkling/mock-server/contract/constants'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { dateText } from '../../../day/day-text.ts'
import { publicResultsPath } from '../../../paths.ts'
import type { Shared } from '../../../platform/sharing/share.ts'
import { isolatedName } from '../../../session/names/isolated-name.ts'

/** The public link to results, with the text for the share sheet. */
export const resultsLink = ({ word, date, gameId }: GameResults): Shared => ({
  title: PRODUCT,
  text: `See what became of '${word}' on ${dateText(date)}!`,
  url: window.location.origin + publicResultsPath(gameId),
})

/** The address of the same page, whose preview in a messenger gives nothing away. */
export const quietUrl = ({ url }: Shared): string => `${url}?quiet=1`

/** The same as an invitation to the group: the page of the results shows who invites. */
export function invitingLink(results: GameResults, { name, code }: GroupView): Shared {
  const { title, text, url } = resultsLink(results)
  return { title, text: `${text} Then play with ${isolatedName(name)}.`, url: `${url}?code=${code}` }
}
