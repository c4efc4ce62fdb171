import { DAY_MS } from '../contract/constants.ts'
import type { Device } from '../rules/players/devices.ts'
import type { User } from '../rules/players/user.ts'
import { type Instant, plus } from '../rules/time/instant.ts'
import type { Context, PlayerContext } from './context.ts'

/** The player of a device, whichever of theirs it is. */
export async function playerOfDevice({ tx }: Context, deviceHash: string): Promise<User | undefined> {
  const [user] = await tx.find('users', 'device', deviceHash)
  if (user) return user
  const device = await tx.get('devices', deviceHash)
  return device && tx.get('users', device.userId)
}

/** All devices of a player, the first one first. */
export async function devicesOf({ tx }: Context, user: User): Promise<Device[]> {
  const { id: userId, deviceHash, createdAt, deviceAddedAt = createdAt, seenAt = deviceAddedAt } = user
  const first = { id: deviceHash, userId, addedAt: deviceAddedAt, lastSeenAt: seenAt }
  const others = await tx.find('devices', 'user', userId)
  return [first, ...others.sort((a, b) => a.addedAt.localeCompare(b.addedAt) || (a.id < b.id ? -1 : 1))]
}

/** Stores that a device is used, at most once a day. */
export async function noteSeen({ tx, now }: Context, user: User, deviceHash: string): Promise<User> {
  const isDue = (seen: Instant) => plus(seen, DAY_MS) <= now
  if (user.deviceHash === deviceHash) {
    if (!isDue(user.seenAt ?? user.deviceAddedAt ?? user.createdAt)) return user
    const seen = { ...user, seenAt: now }
    tx.replace('users', user, seen)
    return seen
  }
  const device = await tx.get('devices', deviceHash)
  if (device && isDue(device.lastSeenAt)) tx.replace('devices', device, { ...device, lastSeenAt: now })
  return user
}

/** The same for the device of a caller, whose token may be renewed for years without a sign-in. */
export async function noteCaller(context: PlayerContext): Promise<void> {
  const { ids, player, device } = context
  const devices = await devicesOf(context, player)
  // Tokens of earlier versions name no device: they are of the first.
  const used =
    device === null ? devices[0] : devices.find(({ id, addedAt }) => ids.device(id, addedAt) === device)
  if (used) await noteSeen(context, player, used.id)
}

/** Takes a device from its player. Without another device, nobody can sign in as that player any more. */
export async function detachDevice(context: Context, user: User, deviceHash: string): Promise<void> {
  const { tx, ids, ports, now } = context
  const devices = await devicesOf(context, user)
  const [first, second] = devices
  const removed = devices.find(({ id }) => id === deviceHash)
  if (!removed) return
  context.publish({ type: 'signed-out', userId: user.id })
  const signedOut = [...(user.signedOut ?? []), ids.device(deviceHash, removed.addedAt)]
  for (const { token, deviceId } of await tx.find('pushTokens', 'user', user.id))
    if (deviceId === deviceHash) tx.remove('pushTokens', token)
  if (removed !== first) {
    tx.remove('devices', deviceHash)
    tx.replace('users', user, { ...user, signedOut })
    return
  }
  if (second) tx.remove('devices', second.id)
  tx.replace('users', user, {
    ...user,
    signedOut,
    deviceHash: second?.id ?? unusedHash(ports, user, now),
    deviceAddedAt: second?.addedAt ?? now,
    seenAt: second?.lastSeenAt ?? now,
  })
}

/** The hash of no device, for a player whom no device signs in. */
export const unusedHash = ({ codecs }: Context['ports'], { id }: User, now: string): string =>
  codecs.sha256(`no device of ${id} since ${now}`)
