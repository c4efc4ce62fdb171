import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { randomUsername } from './random-username.ts'
import { createBadWordFinder } from './username/bad-word-finder.ts'
import { usernameProblem } from './username.ts'

export type UsernameVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly suggestions: readonly string[] }

const INAPPROPRIATE = 'Username contains inappropriate content'
const SUGGESTIONS = 3

let finder: ReturnType<typeof createBadWordFinder> | undefined

/**
 * Loads the check of usernames that client and server share (spec section 5); the word lists come with it, so load it
 * only where a name is edited.
 *
 * @returns a function from a name to what is wrong with it, first fault first. A name with inappropriate content
 * comes back with up to three valid ones to choose from, always the same three for the same name.
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
  const generator = xoroshiro128plus(seedOf(name))
  const random = () => uniformInt(generator, 0, 0xff_ffff) / 0x100_0000
  const found = new Set<string>()
  // Names made this way are all valid, and 64,000 of them leave no room for three equal ones in a row of draws.
  while (found.size < SUGGESTIONS) found.add(randomUsername(random))
  return [...found]
}

/** FNV-1a: the same 32 bits for the same name, on every machine. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return hash | 0
}
