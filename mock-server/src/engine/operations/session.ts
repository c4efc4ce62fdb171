import type { Instant } from '../../rules/instant.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import { type User, userView } from '../../rules/user.ts'
import type { Operations } from '../context.ts'
import type { Ids } from '../ids.ts'

/** Device sign-in and tokens (spec sections 4 and 6; api.md, Who is who). */
export const sessionOperations = {
  async signInDevice({ tx, ids, now, tokens, ports, mayCreateAccount }, { body }) {
    const deviceHash = ports.codecs.sha256(body.deviceId)
    const [existing] = await tx.find('users', 'device', deviceHash)
    if (!existing && !mayCreateAccount) {
      return refuse(
        'RATE_LIMITED',
        'Too many new players have joined from your address. Please try again later.',
      )
    }
    const user = existing ?? newUser(ids, deviceHash, now)
    if (!existing) tx.insert('users', user)
    return allow({ user: userView(user, now), token: tokens.issue(user.id, now), isNewUser: !existing })
  },

  async renewToken({ player, tokens, now }) {
    return allow({ renewed: true, token: tokens.issue(player.id, now), message: 'Token renewed' })
  },
} satisfies Operations

function newUser(ids: Ids, deviceHash: string, now: Instant): User {
  const id = ids.user(deviceHash)
  return {
    id,
    deviceHash,
    username: `Player${ids.playerNumber(id)}`,
    avatar: null,
    groupId: null,
    finishedOnboarding: false,
    pushNotifications: true,
    createdAt: now,
    groupsFounded: 0,
  }
}
