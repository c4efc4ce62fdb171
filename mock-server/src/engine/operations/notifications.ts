import { PUSH_TOKENS } from '../../core/contract/constants.ts'
import type { User } from '../../core/rules/players/user.ts'
import { allow } from '../../core/rules/refusal.ts'
import { PUSH_KINDS, type PushKind } from '../../core/rules/stored/push.ts'
import type { Operations } from '../context.ts'

/** Push tokens and notification settings (API.md, Notifications). */
export const notificationOperations = {
  async registerToken({ tx, player, device, now }, { body }) {
    const { token, platform, timeZone, hourCycle } = body
    const before = await tx.get('pushTokens', token)
    const after = {
      token,
      platform,
      userId: player.id,
      deviceId: device,
      createdAt: now,
      ...(timeZone !== undefined && { timeZone }),
      ...(hourCycle !== undefined && { hourCycle }),
    }
    if (before) tx.replace('pushTokens', before, after)
    else tx.insert('pushTokens', after)
    const tokens = await tx.find('pushTokens', 'user', player.id)
    const others = tokens.filter((each) => each.token !== token)
    const newest = others.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    for (const old of newest.slice(PUSH_TOKENS.max - 1)) tx.remove('pushTokens', old.token)
    return allow({ success: true as const })
  },

  async unregisterToken({ tx, player }, { body }) {
    const stored = await tx.get('pushTokens', body.token)
    if (stored?.userId === player.id) tx.remove('pushTokens', body.token)
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
    const off = PUSH_KINDS.filter((kind) => !(body[kind] ?? !player.pushKindsOff?.includes(kind)))
    const { pushKindsOff: _, ...rest } = player
    const after = {
      ...rest,
      pushNotifications: body.pushNotifications ?? player.pushNotifications,
      ...(off.length > 0 && { pushKindsOff: off }),
    }
    tx.replace('users', player, after)
    return allow(settingsOf(after))
  },

  async getNotificationSettings({ player }) {
    return allow(settingsOf(player))
  },
} satisfies Operations

const settingsOf = ({ pushNotifications, pushKindsOff = [] }: User) => {
  const isOn = (kind: PushKind) => !pushKindsOff.includes(kind)
  return { pushNotifications, results: isOn('results'), turn: isOn('turn'), reminder: isOn('reminder') }
}
