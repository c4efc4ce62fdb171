import { MOVE } from '../../contract/constants.ts'
import type { Devices } from '../../contract/schemas/account.ts'
import { cleanMoveCode, type Device, type MoveCode, maySignOut } from '../../rules/players/devices.ts'
import { suspensionAt, suspensionMessage, userView } from '../../rules/players/user.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import { plus } from '../../rules/time/instant.ts'
import type { Operations, PlayerContext } from '../context.ts'
import {
  attachDevice,
  callerDevice,
  detachDevice,
  devicesOf,
  endMoveCode,
  maySignOutAll,
  playerOfDevice,
  TOO_NEW,
} from '../devices.ts'
import { tokenFor } from './session.ts'

const TOO_MANY = `You already play on ${MOVE.maxDevices} devices. Sign one of them out first.`

/** Playing on several devices (API.md, Devices). */
export const deviceOperations = {
  async createMoveCode(context) {
    const { tx, player, now } = context
    if ((await devicesOf(context, player)).length >= MOVE.maxDevices) return refuse('CONFLICT', TOO_MANY)
    const before = await tx.get('moveCodes', player.id)
    const after: MoveCode = {
      id: player.id,
      code: await freeCode(context),
      expiresAt: plus(now, MOVE.codeLifeMs),
    }
    if (before) tx.replace('moveCodes', before, after)
    else tx.insert('moveCodes', after)
    return allow({ code: after.code, expiresAt: after.expiresAt })
  },

  async moveHere(context, { body }) {
    const { tx, now, ports, settings } = context
    const [code] = await tx.find('moveCodes', 'code', cleanMoveCode(body.code))
    const user = code && now < code.expiresAt ? await tx.get('users', code.id) : undefined
    if (!code || !user) return refuse('NOT_FOUND', 'This code is unknown, used or too old. Make a new one.')
    const deviceHash = ports.codecs.sha256(body.deviceId)
    const before = await playerOfDevice(context, deviceHash)
    // A suspension holds for the devices of the player, which do not become those of another one.
    const suspension = before && before.id !== user.id && suspensionAt(before, now)
    if (suspension) return refuse('FORBIDDEN', suspensionMessage(suspension, settings))
    if (before?.id !== user.id) {
      if ((await devicesOf(context, user)).length >= MOVE.maxDevices) return refuse('CONFLICT', TOO_MANY)
      if (before && !body.replace && (await tx.search('gamesOfPlayer', before.id)).length > 0)
        return refuse('CONFLICT', `This device already plays as ${before.username}`)
      if (before) await detachDevice(context, before, deviceHash)
      await attachDevice(context, user, deviceHash)
    }
    tx.remove('moveCodes', code.id)
    return allow({
      user: userView(user, now),
      token: await tokenFor(context, user, deviceHash),
      isNewUser: false,
    })
  },

  async getDevices(context) {
    return allow(await show(context))
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
    devices: devices.map(({ id, addedAt, lastSeenAt }) => {
      const shownId = ids.device(id, addedAt)
      return { id: shownId, current: shownId === device, addedAt, lastSeenAt }
    }),
  }
}

async function freeCode({ tx, ids, player, now }: PlayerContext): Promise<string> {
  for (let tries = 0; ; tries++) {
    const code = ids.moveCode(player.id, now, tries)
    const used = await tx.find('moveCodes', 'code', code)
    if (used.length === 0) return code
  }
}
