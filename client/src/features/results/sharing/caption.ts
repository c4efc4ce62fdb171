import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { dateText } from '../../../day/day-text.ts'

/** So many names fit below a picture. */
const MAX_NAMES = 3

/**
 * What stands below a picture of a chain: whose it is, the day, and where it was played.
 * @param group the name of the group that played it; null if there is none, or the viewer is no member
 * @param url the link to the results
 */
export function captionOf({ chain, date }: GameResults, group: string | null, url: string): string {
  return [group ?? namesIn(chain), dateText(date), new URL(url).host]
    .filter((part) => part !== '')
    .join(' · ')
}

function namesIn(chain: GameResults['chain']): string {
  const names = [...new Set(chain.filter(({ house }) => !house).map(({ username }) => username))]
  const more = names.length - MAX_NAMES
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
