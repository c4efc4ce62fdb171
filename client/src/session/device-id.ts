import { KEY, local } from '../platform/storage.ts'

/** Used when the browser keeps nothing: one device per page load. */
let unkept: string | null = null

/**
 * The secret that stands for this device: `device_`, a timestamp, a random string (spec section 3). Made when missing,
 * kept over logouts.
 */
export function deviceId(): string {
  const known = local.get(KEY.deviceId) ?? unkept
  if (known) return known
  const random = Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
  unkept = `device_${Date.now()}_${random}`
  local.set(KEY.deviceId, unkept)
  return unkept
}
