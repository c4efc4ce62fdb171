import { suspensionAt, suspensionMessage, type User, userView } from '../../core/rules/players/user.ts'
import { allow, refuse, underMaintenance } from '../../core/rules/refusal.ts'
import type { Context, Operations } from '../context.ts'
import { isDeleted } from '../deleted-accounts.ts'
import {
  callerDeviceName,
  firstDevice,
  noteSeen,
  ownView,
  type PlayerOnDevice,
  playerOfDevice,
  unusedHash,
} from '../devices.ts'

/** Device sign-in and tokens (API.md, Players and tokens). */
export const sessionOperations = {
  async signInDevice(context, { body }) {
    const { tx, now, ports, settings, mayCreateAccount, maintenance } = context
    const deviceHash = ports.codecs.sha256(body.deviceId)
    const found = await playerOfDevice(context, deviceHash)
    if (found && found.user.deletedAt === undefined) {
      noteSeen(context, found)
      return allow({ user: ownView(found, now), token: tokenFor(context, found), isNewUser: false })
    }
    if (found) {
      const existing = found.user
      // Deleting an account ends no suspension.
      const suspension = suspensionAt(existing, now)
      if (suspension) return refuse('FORBIDDEN', suspensionMessage(suspension, settings))
      if (existing.deviceHash !== deviceHash) tx.remove('devices', deviceHash)
      tx.replace('users', existing, {
        ...existing,
        // Open reports may yet suspend the device again.
        formerDevices: [...new Set([...(existing.formerDevices ?? []), deviceHash])],
        ...(existing.deviceHash === deviceHash && { deviceHash: unusedHash(ports, existing, now) }),
      })
    }
    if (maintenance !== null) return underMaintenance(maintenance)
    if (!mayCreateAccount) {
      return refuse(
        'RATE_LIMITED',
        'Too many new players have joined from your address. Please try again later.',
      )
    }
    const user = await newUser(context, deviceHash)
    tx.insert('users', user)
    const token = tokenFor(context, { user, device: firstDevice(user) })
    return allow({ user: userView(user, now), token, isNewUser: true })
  },

  async renewToken({ player, device, tokens, now }) {
    return allow({ renewed: true, token: tokens.issue(player.id, device, now), message: 'Token renewed' })
  },
} satisfies Operations

/** A token for a player on one of their devices. */
export const tokenFor = ({ ids, tokens, now }: Context, { user, device }: PlayerOnDevice): string =>
  tokens.issue(user.id, ids.device(device.id, device.addedAt), now)

async function newUser(context: Context, deviceHash: string): Promise<User> {
  const { tx, ids, now } = context
  const isTaken = async (id: string) =>
    (await tx.get('users', id)) !== undefined || (await isDeleted(context, id))
  let earlier = 0
  // The device may have had a player whose account was deleted or who moved away.
  while (await isTaken(ids.user(deviceHash, earlier))) earlier++
  const id = ids.user(deviceHash, earlier)
  const deviceName = callerDeviceName(context)
  return {
    id,
    deviceHash,
    ...(deviceName !== null && { deviceName }),
    username: `Player${ids.playerNumber(id)}`,
    avatar: null,
    groupId: null,
    finishedOnboarding: false,
    pushNotifications: true,
    createdAt: now,
    groupsFounded: 0,
  }
}
