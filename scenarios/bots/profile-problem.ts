import { profileChange } from '@inkling/mock-server/contract/schemas/user'
import { loadUsernameCheck } from '@inkling/mock-server/rules/username/username-check'

/**
 * Checks a new player's name and avatar before the player is created, since players cannot be deleted.
 * @returns the reason why a server would refuse them, in the words of the profile form; null if both are valid.
 */
export async function profileProblem(profile: {
  username?: string
  avatar?: string
}): Promise<string | null> {
  const parsed = profileChange.safeParse(profile)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'The profile is not valid'
  if (profile.username === undefined) return null
  const verdict = (await loadUsernameCheck())(profile.username)
  return verdict.ok ? null : verdict.message
}
