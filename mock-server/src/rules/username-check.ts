import { usernameProblem } from './username.ts'

export type UsernameVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly suggestions: readonly string[] }

/** Loads the check of usernames that client and server share (spec section 5). */
export async function loadUsernameCheck(): Promise<(name: string) => UsernameVerdict> {
  return (name) => {
    const message = usernameProblem(name)
    return message === null ? { ok: true } : { ok: false, message, suggestions: [] }
  }
}
