import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { fnv1a } from '../fnv1a.ts'
import { createBadWordFinder } from './bad-word-finder.ts'
import { randomUsername } from './random-username.ts'
import { usernameProblem } from './username.ts'

export type UsernameVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly suggestions: readonly string[] }

const INAPPROPRIATE = 'Username contains inappropriate content'
const SUGGESTIONS = 3

let finder: ReturnType<typeof createBadWordFinder> | undefined

/**
 * Loads the username check that client and server share, with its large word lists. Load it only
 * where a name is edited.
 *
 * @returns a function that returns the first problem with a name. For inappropriate content it also returns three
 * valid alternatives, which are the same each time for a given name.
 */
export async function loadUsernameCheck(): Promise<(name: string) => UsernameVerdict> {
  if (!finder) {
    const { default: words } = await import('./username-words.generated.json', { with: { type: 'json' } })
    finder = createBadWordFinder(words)
  }
  const isInappropriate = finder
  return (name) => {
    const problem = usernameProblem(name)
    if (problem !== null) return { ok: false, message: problem, suggestions: [] }
    if (!isInappropriate(name)) return { ok: true }
    return { ok: false, message: INAPPROPRIATE, suggestions: suggestionsFor(name) }
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
