import { userView } from '../../core/rules/players/user.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { HOUSE_NAME_TAKEN, isHouseName } from '../../core/rules/username/house-name.ts'
import { loadUsernameCheck } from '../../core/rules/username/username-check.ts'
import type { Operations } from '../context.ts'
import { callerDevice, noteSeen, ownView } from '../devices.ts'
import { ownAvatar } from '../own-avatar.ts'

/** The signed-in user's own data (API.md, Players and tokens). */
export const profileOperations = {
  /** Clients call it at every start. */
  async getProfile(context) {
    const { player, now } = context
    const device = await callerDevice(context)
    if (!device) return allow(userView(player, now))
    noteSeen(context, { user: player, device })
    return allow(ownView({ user: player, device }, now))
  },

  async updateProfile(context, { body }) {
    const { tx, player, now } = context
    const { username = player.username } = body
    const avatar = body.avatar === undefined ? player.avatar : ownAvatar(context, body.avatar)
    const { finishedOnboarding = player.finishedOnboarding } = body
    if (username !== player.username) {
      const verdict = (await loadUsernameCheck())(username)
      if (!verdict.ok) return refuse('VALIDATION_FAILED', verdict.message)
      if (context.extensions.includes('house-player') && isHouseName(username))
        return refuse('VALIDATION_FAILED', HOUSE_NAME_TAKEN)
    }
    const changed = { ...player, username, avatar, finishedOnboarding }
    tx.replace('users', player, changed)
    return allow(userView(changed, now))
  },
} satisfies Operations
