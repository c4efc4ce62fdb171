import { KEY, local } from '../../platform/storage.ts'
import { useSession } from '../session-store.ts'

/**
 * The secret that identifies this device: `device_`, a timestamp, a random string (SCREENS.md, Local storage). Created
 * if missing; a logout does not delete it.
 */
export function deviceId(): string {
  const stored = local.get(KEY.deviceId)
  const id = stored || useSession.getState().deviceId || newDeviceId()
  if (!stored) local.set(KEY.deviceId, id)
  useSession.setState({ deviceId: id })
  return id
}

function newDeviceId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
  return `device_${Date.now()}_${random}`
}
