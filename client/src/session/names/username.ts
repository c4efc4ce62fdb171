import { usernameProblem } from '@inkling/mock-server/rules/username/username'
import { loadUsernameCheck, type UsernameVerdict } from '@inkling/mock-server/rules/username/username-check'

/** The check shared by client and server; its word lists are loaded on first use. */
export const checkUsername = usernameCheck(loadUsernameCheck)

/**
 * Also suggests another spelling for a name that is refused for its letters.
 * @param load loads the complete check; a failure is retried at the next use
 */
export function usernameCheck(load: typeof loadUsernameCheck): (name: string) => Promise<UsernameVerdict> {
  let loading: ReturnType<typeof load> | null = null
  return async (name) => {
    loading ??= load()
    try {
      const check = await loading
      const verdict = check(name)
      if (verdict.ok || verdict.suggestions.length > 0) return verdict
      const spelled = spelledName(name)
      return check(spelled).ok ? { ...verdict, suggestions: [spelled] } : verdict
    } catch (error) {
      // The server checks the name again when it is saved.
      console.info('The word lists did not load:', error)
      loading = null
      const message = usernameProblem(name)
      return message === null ? { ok: true } : { ok: false, message, suggestions: [] }
    }
  }
}

const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ð: 'd',
  ı: 'i',
}

/** A name in the letters that usernames allow: `Mia Grün` becomes `Mia-Gruen`. */
function spelledName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[^\0-\x7f]/g, (letter) => {
      const spelled = SPELLED[letter.toLowerCase()]
      if (spelled === undefined) return letter
      return letter === letter.toLowerCase() ? spelled : spelled[0]?.toUpperCase() + spelled.slice(1)
    })
    .normalize('NFKD')
    .replace(/[\s.,/]+/g, '-')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .replace(/^[_-]+|[_-]+$/g, '')
}
