import { DAY_MS } from '../core/contract/constants.ts'
import type { UserView } from '../core/contract/schemas/user.ts'
import { newDeviceMessage } from '../core/rules/notifications/due-message.ts'
import { deviceNameOf } from '../core/rules/players/device-name.ts'
import { type Device, maySignOut } from '../core/rules/players/devices.ts'
import { stillSignedOut, type User, userView } from '../core/rules/players/user.ts'
import { type Instant, plus } from '../core/rules/time/instant.ts'
import type { Context, PlayerContext } from './context.ts'
import { queueMessages } from './notifications/receivers.ts'

/** A player on one of their devices. */
export interface PlayerOnDevice {
  readonly user: User
  readonly device: Device
}

/** The player of a device, whichever of theirs it is. */
export async function playerOfDevice(
  { tx }: Context,
  deviceHash: string,
): Promise<PlayerOnDevice | undefined> {
  const [first] = await tx.find('users', 'device', deviceHash)
  if (first) return { user: first, device: firstDevice(first) }
  const device = await tx.get('devices', deviceHash)
  const user = device && (await tx.get('users', device.userId))
  return user && { user, device }
}

/** The device that is stored with its player. */
export function firstDevice(user: User): Device {
  const { id: userId, deviceHash: id, createdAt, deviceAddedAt: addedAt = createdAt } = user
  const { seenAt: lastSeenAt = addedAt, joinsReadAt, deviceName: name } = user
  return {
    id,
    userId,
    addedAt,
    lastSeenAt,
    ...(name !== undefined && { name }),
    ...(joinsReadAt !== undefined && { joinsReadAt }),
  }
}

/** All devices of a player, the first one first. None for a player whose only device has become another player's. */
export async function devicesOf({ tx, ports }: Context, user: User): Promise<Device[]> {
  const first = firstDevice(user)
  if (first.id === unusedHash(ports, user, first.addedAt)) return []
  const others = await tx.find('devices', 'user', user.id)
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

/** Gives a player another device. The others learn of it. */
export async function attachDevice(
  context: Context,
  user: User,
  deviceHash: string,
): Promise<PlayerOnDevice> {
  const { tx, day, now } = context
  const name = callerDeviceName(context)
  if ((await devicesOf(context, user)).length === 0) {
    const { deviceName: _, ...rest } = user
    const back: User = {
      ...rest,
      deviceHash,
      deviceAddedAt: now,
      seenAt: now,
      ...(name !== null && { deviceName: name }),
    }
    tx.replace('users', user, back)
    return { user: back, device: firstDevice(back) }
  }
  const device: Device = {
    id: deviceHash,
    userId: user.id,
    addedAt: now,
    lastSeenAt: now,
    ...(name !== null && { name }),
  }
  tx.insert('devices', device)
  const joined = { ...user, deviceJoinedAt: now }
  tx.replace('users', user, joined)
  const tokens = (await tx.find('pushTokens', 'user', user.id)).map(({ token }) => token)
  if (tokens.length > 0) await queueMessages(context, [newDeviceMessage(user.id, day, now, tokens)])
  return { user: joined, device }
}

/** What the caller's device is, as its player recognises it; null if it does not say. */
export const callerDeviceName = ({ userAgent }: Context): string | null =>
  userAgent === null ? null : deviceNameOf(userAgent)

/** A player as their own device shows them, which learns of one that has joined since. */
export function ownView({ user, device }: PlayerOnDevice, now: Instant): UserView {
  const joinedAt = user.deviceJoinedAt
  const isNews = joinedAt !== undefined && joinedAt > device.addedAt && joinedAt > (device.joinsReadAt ?? '')
  return { ...userView(user, now), ...(isNews && { newDevice: { at: joinedAt } }) }
}

/** Stores that the player has read on the caller's device that others joined until an instant. */
export async function noteJoinsRead(context: PlayerContext, at: Instant): Promise<void> {
  const own = await callerDevice(context)
  if (own) storeDevice(context, context.player, { ...own, joinsReadAt: at })
}

/** Stores a device of a player, as part of the player if it is the first one. */
function storeDevice({ tx }: Context, user: User, device: Device): User {
  if (device.id !== user.deviceHash) {
    tx.replace('devices', device, device)
    return user
  }
  const { lastSeenAt: seenAt, joinsReadAt } = device
  const changed = { ...user, seenAt, ...(joinsReadAt !== undefined && { joinsReadAt }) }
  tx.replace('users', user, changed)
  return changed
}

/** Stores that a device is used, at most once a day. */
export function noteSeen(context: Context, { user, device }: PlayerOnDevice): User {
  const { now } = context
  if (now < plus(device.lastSeenAt, DAY_MS)) return user
  return storeDevice(context, user, { ...device, lastSeenAt: now })
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
  const signedOut = [...stillSignedOut(user, now), { id: removedId, at: now }]
  for (const { token, deviceId } of await tx.find('pushTokens', 'user', user.id))
    if (deviceId === removedId) tx.remove('pushTokens', token)
  await endMoveCode(context, user.id)
  if (removed !== first) {
    tx.remove('devices', deviceHash)
    tx.replace('users', user, { ...user, signedOut })
    return
  }
  if (second) tx.remove('devices', second.id)
  const { joinsReadAt: _, deviceName: __, ...rest } = user
  tx.replace('users', user, {
    ...rest,
    signedOut,
    deviceHash: second?.id ?? unusedHash(ports, user, now),
    deviceAddedAt: second?.addedAt ?? now,
    seenAt: second?.lastSeenAt ?? now,
    ...(second?.name !== undefined && { deviceName: second.name }),
    ...(second?.joinsReadAt !== undefined && { joinsReadAt: second.joinsReadAt }),
  })
}

/** Ends the code with which another device could become the player's. */
export async function endMoveCode({ tx }: Context, userId: string): Promise<void> {
  if (await tx.get('moveCodes', userId)) tx.remove('moveCodes', userId)
}

/** The hash of no device, for a player whom no device signs in. */
export const unusedHash = ({ codecs }: Context['ports'], { id }: User, now: string): string =>
  codecs.sha256(`no device of ${id} since ${now}`)
