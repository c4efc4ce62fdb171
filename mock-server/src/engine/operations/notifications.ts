import { allow } from '../../rules/refusal.ts'
import type { Operations } from '../context.ts'

/** Where a player wants to be told (spec section 4, Push; api.md, Notifications). */
export const notificationOperations = {
  async registerToken({ tx, player, now, ports }, { body }) {
    const { token, platform, deviceId = null } = body
    // The id that a player signs in with is a secret, and kept as its hash wherever it comes from (api.md, Who is who).
    const isSecret = deviceId !== null && ports.bytes.sha256(deviceId) === player.deviceHash
    const kept = isSecret ? player.deviceHash : deviceId
    // A put replaces only what was read: the token may be another player's.
    await tx.get('pushTokens', token)
    tx.put('pushTokens', { token, platform, userId: player.id, deviceId: kept, createdAt: now })
    return allow({ success: true as const })
  },

  async unregisterToken({ tx, player }, { body }) {
    const known = await tx.get('pushTokens', body.token)
    if (known?.userId === player.id) tx.remove('pushTokens', body.token)
    return allow({ success: true as const })
  },

  async getTokens({ tx, player }) {
    const tokens = await tx.find('pushTokens', 'user', player.id)
    return allow({
      tokens: tokens.map(({ token, platform, deviceId, createdAt }) => ({
        token,
        platform,
        deviceId,
        createdAt,
      })),
    })
  },

  async updateNotificationSettings({ tx, player }, { body }) {
    tx.put('users', { ...player, pushNotifications: body.pushNotifications })
    return allow({ pushNotifications: body.pushNotifications })
  },
} satisfies Operations
