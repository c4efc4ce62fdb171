import { userView } from '../../rules/players/user.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import { loadUsernameCheck } from '../../rules/username/username-check.ts'
import type { Operations } from '../context.ts'
import { noteCaller } from '../devices.ts'

/** The signed-in user's own data (API.md, Players and tokens). */
export const profileOperations = {
  /** Clients call it at every start. */
  async getProfile(context) {
    const { player, now } = context
    await noteCaller(context)
    return allow(userView(player, now))
  },

  async updateProfile({ tx, player, now }, { body }) {
    const { username = player.username, avatar = player.avatar } = body
    const { finishedOnboarding = player.finishedOnboarding } = body
    if (username !== player.username) {
      const verdict = (await loadUsernameCheck())(username)
      if (!verdict.ok) return refuse('VALIDATION_FAILED', verdict.message)
    }
    const changed = { ...player, username, avatar, finishedOnboarding }
    tx.replace('users', player, changed)
    return allow(userView(changed, now))
  },
} satisfies Operations
