import { usernameProblem } from '@inkling/mock-server/rules/username/username'
import { loadUsernameCheck, type UsernameVerdict } from '@inkling/mock-server/rules/username/username-check'

let loading: ReturnType<typeof loadUsernameCheck> | null = null

/** The check shared by client and server (spec section 5); its word lists are loaded on first use. */
export async function checkUsername(name: string): Promise<UsernameVerdict> {
  loading ??= loadUsernameCheck()
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
