import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { hasContactDetails } from '../contact/contact-details.ts'
import { fnv1a } from '../fnv1a.ts'
import { createBadWordFinder } from './bad-word-finder.ts'
import { isHarmlessName } from './harmless-phrases.ts'
import { randomUsername } from './random-username.ts'
import { isReservedName } from './reserved-names.ts'
import { DEFAULT_NAME, usernameProblem } from './username.ts'

export type UsernameVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly suggestions: readonly string[] }

const INAPPROPRIATE = 'Username contains inappropriate content'
const CONTACT = 'Username cannot contain links or contact details'
const DEFAULT = 'Please choose a name of your own'
const SUGGESTIONS = 3

let finder: ReturnType<typeof createBadWordFinder> | undefined

/**
 * Loads the check of chosen usernames that client and server share, with its large word lists. Load it only
 * where a name is edited.
 *
 * @returns a function that returns the first problem with a name. Where its form is right, it also returns three
 * valid alternatives, which are the same each time for a given name.
 */
export async function loadUsernameCheck(): Promise<(name: string) => UsernameVerdict> {
  if (!finder) {
    const { default: words } = await import('./username-words.generated.json', { with: { type: 'json' } })
    finder = createBadWordFinder(words)
  }
  const isBad = finder
  const contentProblem = (name: string): string | null => {
    if (name.startsWith(DEFAULT_NAME)) return DEFAULT
    if (isReservedName(name) || (isBad(name) && !isHarmlessName(name))) return INAPPROPRIATE
    return hasContactDetails(name) ? CONTACT : null
  }
  return (name) => {
    const problem = usernameProblem(name)
    if (problem !== null) return { ok: false, message: problem, suggestions: [] }
    const message = contentProblem(name)
    return message === null ? { ok: true } : { ok: false, message, suggestions: suggestionsFor(name) }
  }
}

function suggestionsFor(name: string): string[] {
  const generator = xoroshiro128plus(fnv1a(name))
  const random = () => uniformInt(generator, 0, 0xff_ffff) / 0x100_0000
  const found = new Set<string>()
  // Terminates: there are about 64,000 random usernames, and all of them are valid.
  while (found.size < SUGGESTIONS) found.add(randomUsername(random))
  return [...found]
}
