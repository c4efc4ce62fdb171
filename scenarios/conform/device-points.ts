import type { Bot } from '../bots/bot.ts'
import { holds, Unreached } from './findings.ts'
import { MINUTE } from './plays.ts'
import { pointsOf } from './point.ts'
import type { Probe } from './probe.ts'

/** The device of the second player becomes one of the first. */
async function moves(probe: Probe, from: Bot, { deviceId }: Pick<Bot, 'deviceId'>) {
  const { code } = await probe.replies('createMoveCode', {}, from)
  return probe.replies('moveHere', { code, deviceId, replace: true })
}

const devices = pointsOf('Devices', ['devices', 'write'], {
  'a player has at most five devices, and a device signs itself out': async (probe) => {
    const ann = await probe.stranger()
    let token = ann.token ?? ''
    for (let at = 2; at <= 5; at++) token = (await moves(probe, ann, await probe.stranger())).token
    await probe.refuses('CONFLICT', 'createMoveCode', {}, ann)
    const { devices: list } = await probe.replies('getDevices', {}, token)
    holds(list.length === 5, `${list.length} devices are listed`)
    const own = list.find(({ current }) => current)
    await probe.replies('removeDevice', { id: own?.id }, token)
    await probe.refuses('AUTH_INVALID', 'getProfile', {}, token)
  },
  'a given-up player comes back with the code that is returned': async (probe) => {
    const ann = await probe.stranger()
    const { ann: ben } = await probe.circle(1)
    const { formerCode } = await moves(probe, ann, ben)
    const back = { code: formerCode?.code, deviceId: ben.deviceId, replace: true }
    const { user } = await probe.replies('moveHere', back)
    holds(user.id === ben.user.id, 'the device becomes another player')
  },
  'a device that joined less than 24 hours ago cannot delete the account': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const { token, user } = await moves(probe, ann, ben)
    await probe.refuses('FORBIDDEN', 'deleteAccount', { username: user.username }, token)
  },
  'a move code works once, in any case, and a new one ends the last': async (probe) => {
    const [ann, ben, cat] = await probe.strangers(3)
    const { code: old } = await probe.replies('createMoveCode', {}, ann)
    const { code } = await probe.replies('createMoveCode', {}, ann)
    await probe.refuses('NOT_FOUND', 'previewMove', { code: old })
    const { username } = await probe.replies('previewMove', { code: code.toLowerCase() })
    holds(username === ann.user.username, `the code is shown as that of '${username}'`)
    const moved = await probe.replies('moveHere', { code, deviceId: ben.deviceId, replace: true })
    holds(moved.user.id === ann.user.id, 'the device becomes another player')
    await probe.refuses('NOT_FOUND', 'moveHere', { code, deviceId: cat.deviceId, replace: true })
  },
  'a device with something to lose is asked first': async (probe) => {
    const ann = await probe.stranger()
    const { ann: ben } = await probe.circle(1)
    const { code } = await probe.replies('createMoveCode', {}, ann)
    const { deviceId } = ben
    await probe.refuses('CONFLICT', 'moveHere', { code, deviceId })
    const { formerCode } = await probe.replies('moveHere', { code, deviceId, replace: true })
    holds(formerCode !== undefined, 'there is no code that brings the given-up player back')
  },
  'a new device cannot sign out an older one, but the older one it, at once': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const { token } = await moves(probe, ann, ben)
    const { devices: list } = await probe.replies('getDevices', {}, token)
    const [older, newer] = [list.find((each) => !each.current), list.find((each) => each.current)]
    if (!older || !newer) throw new Unreached('the list does not have both devices')
    await probe.refuses('FORBIDDEN', 'removeDevice', { id: older.id }, token)
    await probe.refuses('FORBIDDEN', 'signOutOthers', {}, token)
    await probe.replies('removeDevice', { id: newer.id }, ann)
    await probe.refuses('AUTH_INVALID', 'getProfile', {}, token)
    await probe.replies('getProfile', {}, ann)
  },
})

const expiring = pointsOf('Devices', ['devices', 'controls'], {
  'a move code is valid for ten minutes': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const first = await probe.replies('createMoveCode', {}, ann)
    await probe.wait(9 * MINUTE)
    await probe.replies('moveHere', { code: first.code, deviceId: ben.deviceId, replace: true })
    const { newDevice } = await probe.replies('getProfile', {}, ann)
    holds(newDevice !== undefined, 'the first device does not learn of the new one')
    await probe.replies('acknowledgeDevice', { at: newDevice.at }, ann)
    const after = await probe.replies('getProfile', {}, ann)
    holds(after.newDevice === undefined, 'it is told again after it has acknowledged the device')
    const { code } = await probe.replies('createMoveCode', {}, ann)
    await probe.wait(9 * MINUTE)
    await probe.replies('previewMove', { code })
    await probe.wait(2 * MINUTE)
    await probe.refuses('NOT_FOUND', 'previewMove', { code })
  },
})

export const DEVICE_POINTS = [...devices, ...expiring]
