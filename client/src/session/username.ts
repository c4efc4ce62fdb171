import { loadUsernameCheck, type UsernameVerdict } from '@inkling/mock-server/rules/username-check'

let loading: ReturnType<typeof loadUsernameCheck> | null = null

/** The check that client and server share (spec section 5); its word lists are loaded when first asked for. */
export async function judgeUsername(name: string): Promise<UsernameVerdict> {
  loading ??= loadUsernameCheck()
  const check = await loading
  return check(name)
}
