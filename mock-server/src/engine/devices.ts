import { DAY_MS } from '../contract/constants.ts'
import { type Device, maySignOut } from '../rules/players/devices.ts'
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

/** All devices of a player, the first one first. None for a player whose only device has become another player's. */
export async function devicesOf({ tx, ports }: Context, user: User): Promise<Device[]> {
  const { id: userId, deviceHash, createdAt, deviceAddedAt = createdAt, seenAt = deviceAddedAt } = user
  if (deviceHash === unusedHash(ports, user, deviceAddedAt)) return []
  const first = { id: deviceHash, userId, addedAt: deviceAddedAt, lastSeenAt: seenAt }
  const others = await tx.find('devices', 'user', userId)
  return [first, ...others.sort((a, b) => a.addedAt.localeCompare(b.addedAt) || (a.id < b.id ? -1 : 1))]
}

/** The device of the caller; undefined if a restored world does not have it. */
export async function callerDevice(context: PlayerContext): Promise<Device | undefined> {
  const { ids, player, device } = context
  const devices = await devicesOf(context, player)
  return devices.find(({ id, addedAt }) => ids.device(id, addedAt) === device)
}

/** What a device is told that may not sign out an older one. */
export const TOO_NEW = 'This device is too new for that'

/** Whether the caller's device may sign out all others. */
export async function maySignOutAll(context: PlayerContext): Promise<boolean> {
  const own = await callerDevice(context)
  const devices = await devicesOf(context, context.player)
  return own !== undefined && maySignOut(own, devices, context.now).length === devices.length
}

/** Gives a player another device. */
export async function attachDevice(context: Context, user: User, deviceHash: string): Promise<void> {
  const { tx, now } = context
  if ((await devicesOf(context, user)).length > 0)
    tx.insert('devices', { id: deviceHash, userId: user.id, addedAt: now, lastSeenAt: now })
  else tx.replace('users', user, { ...user, deviceHash, deviceAddedAt: now, seenAt: now })
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
  const used = await callerDevice(context)
  if (used) await noteSeen(context, context.player, used.id)
}

/**
 * Takes a device from its player, and with it its push tokens and the player's move code, with which it could come back.
 * Without another device, nobody can sign in as that player any more.
 */
export async function detachDevice(context: Context, user: User, deviceHash: string): Promise<void> {
  const { tx, ids, ports, now } = context
  const devices = await devicesOf(context, user)
  const [first, second] = devices
  const removed = devices.find(({ id }) => id === deviceHash)
  if (!removed) return
  context.publish({ type: 'signed-out', userId: user.id })
  const removedId = ids.device(deviceHash, removed.addedAt)
  const signedOut = [...(user.signedOut ?? []), removedId]
  for (const { token, deviceId } of await tx.find('pushTokens', 'user', user.id))
    if (deviceId === removedId) tx.remove('pushTokens', token)
  await endMoveCode(context, user.id)
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

/** Ends the code with which another device could become the player's. */
export async function endMoveCode({ tx }: Context, userId: string): Promise<void> {
  if (await tx.get('moveCodes', userId)) tx.remove('moveCodes', userId)
}

/** The hash of no device, for a player whom no device signs in. */
export const unusedHash = ({ codecs }: Context['ports'], { id }: User, now: string): string =>
  codecs.sha256(`no device of ${id} since ${now}`)
