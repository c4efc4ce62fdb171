import { usernameProblem } from '@inkling/mock-server/rules/username/username'
import { loadUsernameCheck, type UsernameVerdict } from '@inkling/mock-server/rules/username/username-check'

/** The check shared by client and server (spec section 5); its word lists are loaded on first use. */
export const checkUsername = usernameCheck(loadUsernameCheck)

/** @param load loads the complete check; a failure is retried at the next use. */
export function usernameCheck(load: typeof loadUsernameCheck): (name: string) => Promise<UsernameVerdict> {
  let loading: ReturnType<typeof load> | null = null
  return async (name) => {
    loading ??= load()
    try {
      const check = await loading
      return check(name)
    } catch (error) {
      // The server checks the name again when it is saved.
      console.info('The word lists did not load:', error)
      loading = null
      const message = usernameProblem(name)
      return message === null ? { ok: true } : { ok: false, message, suggestions: [] }
    }
  }
}
