import { holds } from './findings.ts'
import { pointsOf } from './point.ts'

export const DEVICE_POINTS = pointsOf('Devices', 'write', { extension: 'devices' })({
  'a player has at most five devices, and a device signs itself out': async (probe) => {
    const ann = await probe.stranger()
    let token = ann.token ?? ''
    for (let at = 2; at <= 5; at++) {
      const { code } = await probe.replies('createMoveCode', {}, ann)
      const { deviceId } = await probe.stranger()
      token = (await probe.replies('moveHere', { code, deviceId, replace: true })).token
    }
    await probe.refuses('CONFLICT', 'createMoveCode', {}, ann)
    const { devices: list } = await probe.replies('getDevices', {}, token)
    holds(list.length === 5, `${list.length} devices are listed`)
    const own = list.find(({ current }) => current)
    await probe.replies('removeDevice', { id: own?.id }, token)
    await probe.refuses('AUTH_INVALID', 'getProfile', {}, token)
  },
  'a given-up player comes back with the code that is returned': async (probe) => {
    const ann = await probe.stranger()
    const { players } = await probe.circle(1)
    const [ben] = players
    const { code } = await probe.replies('createMoveCode', {}, ann)
    const { formerCode } = await probe.replies('moveHere', { code, deviceId: ben.deviceId, replace: true })
    const back = { code: formerCode?.code, deviceId: ben.deviceId, replace: true }
    const { user } = await probe.replies('moveHere', back)
    holds(user.id === ben.user.id, 'the device becomes another player')
  },
  'a device that joined less than 24 hours ago cannot delete the account': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    const { code } = await probe.replies('createMoveCode', {}, ann)
    const { token, user } = await probe.replies('moveHere', { code, deviceId: ben.deviceId, replace: true })
    await probe.refuses('FORBIDDEN', 'deleteAccount', { username: user.username }, token)
  },
})
