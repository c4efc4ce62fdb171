import { leetReadings, partsOf } from './name-parts.ts'

/** The product's name; a small L looks like a capital I. */
const PRODUCT = '[il]nkl[il]ng'
const TEAM = 'team|crew|help|hq|devs?|mods?|owners?|boss|care|safety|service|game|app'
const TITLE = `${TEAM}|the|real|your|our|user`

/** Within any name: "Mod_Jenny", "Inkling_Fan", but not "Sprinkling". */
const PART = new RegExp(`^mods?$|(?<![prtw])${PRODUCT}`)
/** As all that a name says: "theowner", "RootUser", "Team-Ink". */
const WHOLE = new RegExp(
  `^(?:${TITLE})*(?:mods?|owners?|root|${PRODUCT}s?)(?:${TITLE})*$|^(?:the|real)?[il]nk(?:${TEAM})+$|^(?:${TEAM})+[il]nk$`,
)

/**
 * Whether a username sounds like the makers of the game (API.md, Players and tokens). Besides, the list of bad words has
 * those that are reserved wherever they occur, such as admin.
 */
export function isReservedName(name: string): boolean {
  const parts = partsOf(name)
    .map((part) => part.replace(/\d+$/, ''))
    .filter((part) => part !== '')
  const isOneOf = (pattern: RegExp) => (text: string) =>
    [text, ...leetReadings(text)].some((reading) => pattern.test(reading))
  return parts.some(isOneOf(PART)) || parts[0] === 'owner' || isOneOf(WHOLE)(parts.join(''))
}
