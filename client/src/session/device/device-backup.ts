import { DEVICE_COOKIE } from '@inkling/mock-server/contract/constants'
import { createStore, del, get, set } from 'idb-keyval'
import { readCookie, writeCookie } from '../../platform/cookie.ts'
import { KEY, local, reportTrouble } from '../../platform/storage.ts'
import { clearSession } from '../session-store.ts'

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
  // An earlier copy that has not been read yet is not overwritten.
  if (deviceId === null || isCopyUnread()) return
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

/**
 * Restores the copies of {@link backUpDevice} if local storage has no device id. Waits a second at most; a copy that is read
 * later still replaces the new player of this device, until that one begins to play (see {@link keepNewDevice}).
 * @param onLate called after a late copy was restored: the page shows the new player
 */
export async function restoreDevice(onLate: () => void): Promise<void> {
  if (local.get(KEY.deviceId) !== null && !isCopyUnread()) return
  const cookie = hasCookie() ? readCookie(DEVICE_COOKIE.name) : null
  if (cookie !== null) return void restore(cookie)
  local.set(KEY.copyUnread, 'true')
  const tooLate = new Promise<'late'>((resolve) => setTimeout(resolve, READ_LIMIT_MS, 'late'))
  const reading = fromDatabase()
  const copy = await Promise.race([reading, tooLate])
  if (copy !== 'late') {
    local.remove(KEY.copyUnread)
    restore(copy)
    return
  }
  void reading.then((late) => {
    // The player has begun, here or in another tab.
    if (!isCopyUnread()) return
    local.remove(KEY.copyUnread)
    if (restore(late)) onLate()
    else void backUpDevice()
  })
}

/** Lets the new player of this device begin: a copy that is read from now on is too late. */
export function keepNewDevice(): void {
  if (!isCopyUnread()) return
  local.remove(KEY.copyUnread)
  void backUpDevice()
}

const isCopyUnread = (): boolean => local.get(KEY.copyUnread) !== null

/** Returns whether the copy has a device id other than the present one, which it then replaces with its session. */
function restore(copy: string | null): boolean {
  const [deviceId = '', loggedOut] = (copy ?? '').split(SEPARATOR).map(decode)
  if (deviceId === '' || deviceId === local.get(KEY.deviceId)) return false
  if (local.get(KEY.deviceId) !== null) clearSession()
  local.set(KEY.deviceId, deviceId)
  reportTrouble('deleted')
  if (loggedOut !== undefined) local.set(KEY.loggedOut, loggedOut)
  return true
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
    const copy: unknown = await get(ENTRY, store())
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
