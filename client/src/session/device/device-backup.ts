import { DEVICE_COOKIE } from '@inkling/mock-server/contract/constants'
import { createStore, del, get, set } from 'idb-keyval'
import { readCookie, writeCookie } from '../../platform/cookie.ts'
import { KEY, local, reportTrouble } from '../../platform/storage.ts'

/*
 * Preserves the device id when local storage is cleared: Safari deletes data stored by scripts after seven days without
 * a visit. Local storage is authoritative; copies in a cookie and in IndexedDB are read only if it has no device id.
 * Without TLS there is no cookie: any subdomain could set it, and the player would become another one.
 */

const ENTRY = 'device'
/** In Safari, a database sometimes never responds on the first load of a page. */
const READ_LIMIT_MS = 1_000

/** Copies the device id, and the name of a player who logged out, from local storage to the backups. */
export async function backUpDevice(): Promise<void> {
  const deviceId = local.get(KEY.deviceId)
  if (deviceId === null) return
  const copy = write(deviceId, local.get(KEY.loggedOut))
  // The server's cookie may last longer than one set by a script, so do not overwrite it with the same value.
  if (hasCookie() && readCookie(DEVICE_COOKIE.name) !== copy)
    writeCookie(DEVICE_COOKIE.name, copy, DEVICE_COOKIE.maxAgeSeconds)
  try {
    await set(ENTRY, copy, store())
  } catch (error) {
    console.info('The device id could not be copied to IndexedDB:', error)
  }
}

/** Restores the copies of {@link backUpDevice} if local storage has no device id. */
export async function restoreDevice(): Promise<void> {
  if (local.get(KEY.deviceId) !== null) return
  const copy = (hasCookie() ? readCookie(DEVICE_COOKIE.name) : null) ?? (await fromDatabase())
  const [deviceId = '', loggedOut] = (copy ?? '').split(SEPARATOR).map(decode)
  if (deviceId === '') return
  local.set(KEY.deviceId, deviceId)
  reportTrouble('deleted')
  if (loggedOut !== undefined) local.set(KEY.loggedOut, loggedOut)
}

/** Removes the copy in IndexedDB; that in the cookie is the caller's. */
export async function forgetDevice(): Promise<void> {
  try {
    await del(ENTRY, store())
  } catch (error) {
    console.info('The copy of the device id in IndexedDB could not be removed:', error)
  }
}

async function fromDatabase(): Promise<string | null> {
  try {
    const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, READ_LIMIT_MS))
    const copy: unknown = await Promise.race([get(ENTRY, store()), tooLate])
    return typeof copy === 'string' ? copy : null
  } catch (error) {
    console.info('The copy of the device id in IndexedDB could not be read:', error)
    return null
  }
}

const hasCookie = (): boolean => window.location.protocol === 'https:'

const store = () => createStore('inkling', 'session')

/** Cookies may contain it, and encodeURIComponent always escapes it. */
const SEPARATOR = '|'

const write = (deviceId: string, loggedOut: string | null): string =>
  [deviceId, ...(loggedOut === null ? [] : [loggedOut])].map(encodeURIComponent).join(SEPARATOR)

/** Returns an empty string for an invalid value. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
