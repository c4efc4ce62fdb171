import { KEY, local } from '../platform/storage.ts'

/** The id for this page load if the browser refuses storage, or clears it while the page is open. */
let fallbackId: string | null = null

/**
 * The secret that identifies this device: `device_`, a timestamp, a random string (spec section 3). Created if missing;
 * a logout does not delete it.
 */
export function deviceId(): string {
  const stored = local.get(KEY.deviceId)
  if (stored) return stored
  fallbackId ??= newDeviceId()
  local.set(KEY.deviceId, fallbackId)
  return fallbackId
}

function newDeviceId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
  return `device_${Date.now()}_${random}`
}
