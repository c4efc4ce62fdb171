import { MOVE } from '../../core/contract/constants.ts'
import type { Devices } from '../../core/contract/schemas/account.ts'
import {
  cleanMoveCode,
  type Device,
  hasSomethingToLose,
  type MoveCode,
  maySignOut,
} from '../../core/rules/players/devices.ts'
import { shownPerson } from '../../core/rules/players/people.ts'
import { suspensionAt, suspensionMessage, type User } from '../../core/rules/players/user.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { plus } from '../../core/rules/time/instant.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import {
  attachDevice,
  callerDevice,
  detachDevice,
  devicesOf,
  endMoveCode,
  maySignOutAll,
  noteJoinsRead,
  ownView,
  playerOfDevice,
  TOO_NEW,
} from '../devices.ts'
import { tokenFor } from './session.ts'

const TOO_MANY = `You already play on ${MOVE.maxDevices} devices. Sign one of them out first.`

/** Playing on several devices (API.md, Devices). */
export const deviceOperations = {
  async createMoveCode(context) {
    const { player } = context
    if ((await devicesOf(context, player)).length >= MOVE.maxDevices) return refuse('CONFLICT', TOO_MANY)
    return allow(await newCode(context, player.id))
  },

  async previewMove(context, { body }) {
    const found = await playerOfCode(context, body.code)
    if (!found.ok) return found
    const { username, avatar } = shownPerson(found.value)
    return allow({ username, avatar })
  },

  async moveHere(context, { body }) {
    const { now, ports, settings } = context
    const found = await playerOfCode(context, body.code)
    if (!found.ok) return found
    const user = found.value
    const deviceHash = ports.codecs.sha256(body.deviceId)
    const present = await playerOfDevice(context, deviceHash)
    if (present?.user.id === user.id) {
      await endMoveCode(context, user.id)
      return allow({ user: ownView(present, now), token: tokenFor(context, present), isNewUser: false })
    }
    const before = present?.user
    // A suspension holds for the devices of the player, which do not become those of another one.
    const suspension = before && suspensionAt(before, now)
    if (suspension) return refuse('FORBIDDEN', suspensionMessage(suspension, settings))
    if ((await devicesOf(context, user)).length >= MOVE.maxDevices) return refuse('CONFLICT', TOO_MANY)
    if (before && !body.replace && (await isWorthAsking(context, before)))
      return refuse('CONFLICT', `This device already plays as ${before.username}`)
    await endMoveCode(context, user.id)
    if (before) await detachDevice(context, before, deviceHash)
    const moved = await attachDevice(context, user, deviceHash)
    const isGivenUp = before?.deletedAt === undefined && body.replace === true
    return allow({
      user: ownView(moved, now),
      token: tokenFor(context, moved),
      isNewUser: false,
      ...(before && isGivenUp && { formerCode: await newCode(context, before.id) }),
    })
  },

  async getDevices(context) {
    return allow(await show(context))
  },

  async acknowledgeDevice(context, { body }) {
    await noteJoinsRead(context, body.at)
    return allow({ success: true as const })
  },

  async removeDevice(context, { params }) {
    const { ids, player, now } = context
    const devices = await devicesOf(context, player)
    const device = devices.find(({ id, addedAt }) => ids.device(id, addedAt) === params.id)
    if (!device) return refuse('NOT_FOUND', 'There is no such device')
    if (devices.length === 1) return refuse('CONFLICT', 'This is your only device. Log out instead.')
    const own = await callerDevice(context)
    if (!own || !maySignOut(own, devices, now).includes(device)) return refuse('FORBIDDEN', TOO_NEW)
    return allow(await signOut(context, [device]))
  },

  async signOutOthers(context) {
    const { player } = context
    if (!(await maySignOutAll(context))) return refuse('FORBIDDEN', TOO_NEW)
    await endMoveCode(context, player.id)
    const own = await callerDevice(context)
    const devices = await devicesOf(context, player)
    return allow(
      await signOut(
        context,
        devices.filter(({ id }) => id !== own?.id),
      ),
    )
  },
} satisfies Operations

/** Signs devices out. @returns those that are left */
async function signOut(context: PlayerContext, devices: readonly Device[]): Promise<Devices> {
  let { player } = context
  for (const { id } of devices) {
    await detachDevice(context, player, id)
    player = (await context.tx.get('users', player.id)) ?? player
  }
  return show({ ...context, player })
}

async function show(context: PlayerContext): Promise<Devices> {
  const { ids, player, device } = context
  const devices = await devicesOf(context, player)
  return {
    devices: devices.map(({ id, addedAt, lastSeenAt, name }) => {
      const shownId = ids.device(id, addedAt)
      const isCurrent = shownId === device
      return { id: shownId, current: isCurrent, addedAt, lastSeenAt, ...(name !== undefined && { name }) }
    }),
  }
}

/** The player whom a move code makes another device one of. */
async function playerOfCode({ tx, now }: Context, typed: string): Promise<Ruling<User>> {
  const [code] = await tx.find('moveCodes', 'code', cleanMoveCode(typed))
  const user = code && now < code.expiresAt ? await tx.get('users', code.id) : undefined
  return user ? allow(user) : refuse('NOT_FOUND', 'This code is unknown, used or too old. Make a new one.')
}

const isWorthAsking = async ({ tx }: Context, before: User): Promise<boolean> =>
  before.deletedAt === undefined &&
  (hasSomethingToLose(before) || (await tx.peekSearch('gamesOfPlayer', before.id)).length > 0)

/** Makes a code that moves a player to another device, which ends an earlier one. */
async function newCode(context: Context, userId: string) {
  const { tx, now } = context
  const before = await tx.get('moveCodes', userId)
  const code = await freeCode(context, userId)
  const expiresAt = plus(now, MOVE.codeLifeMs)
  const after: MoveCode = { id: userId, code, expiresAt }
  if (before) tx.replace('moveCodes', before, after)
  else tx.insert('moveCodes', after)
  return { code, expiresAt }
}

async function freeCode({ tx, ids, now }: Context, userId: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const code = ids.moveCode(userId, now, tries)
    const used = await tx.find('moveCodes', 'code', code)
    if (used.length === 0) return code
  }
}
