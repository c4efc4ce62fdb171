import { DEVICE_COOKIE } from '@inkling/mock-server/contract/constants'
import { beforeEach, expect, test } from 'vitest'
import { readCookie, writeCookie } from '../../platform/cookie.ts'
import { KEY, local, useStorageTrouble } from '../../platform/storage.ts'
import { aUser } from '../../testing/builders.ts'
import { allowSignIn, loggedOutName, logout } from '../session.ts'
import { storeToken, storeUser } from '../session-store.ts'
import { backUpDevice, restoreDevice } from './device-backup.ts'
import { deviceId } from './device-id.ts'

// This environment has no IndexedDB; browser tests cover it.
const onLate = () => {}

const { href } = window.location
/** Reopens the page with another protocol. */
const openWith = (protocol: 'http' | 'https') =>
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    href.replace(/^https?/, protocol),
  )

beforeEach(() => {
  openWith('https')
  return () => {
    writeCookie(DEVICE_COOKIE.name, '', 0)
    openWith('http')
    useStorageTrouble.setState({ trouble: null })
  }
})

test('the device id stays the same when local storage is cleared while the page is open', () => {
  local.set(KEY.deviceId, 'device_1_ann')
  expect(deviceId()).toBe('device_1_ann')
  localStorage.clear()
  expect(deviceId()).toBe('device_1_ann')
  expect(local.get(KEY.deviceId)).toBe('device_1_ann')
})

test('the device id is restored when local storage was cleared', async () => {
  const id = deviceId()
  await backUpDevice()
  localStorage.clear()
  await restoreDevice(onLate)
  expect(local.get(KEY.deviceId)).toBe(id)
  expect(loggedOutName()).toBeNull()
  expect(useStorageTrouble.getState().trouble).toBe('deleted')
})

test('the device id in local storage takes precedence over its copy', async () => {
  local.set(KEY.deviceId, 'device_1_old')
  await backUpDevice()
  local.set(KEY.deviceId, 'device_2_new')
  await restoreDevice(onLate)
  expect(local.get(KEY.deviceId)).toBe('device_2_new')
  await backUpDevice()
  expect(readCookie(DEVICE_COOKIE.name)).toBe('device_2_new')
})

test('a player who logged out is asked before being signed in again', async () => {
  local.set(KEY.deviceId, 'device_1_ann')
  storeToken('a token')
  storeUser(aUser({ username: 'Ann' }))
  await backUpDevice()
  await logout()
  await backUpDevice()
  localStorage.clear()
  await restoreDevice(onLate)
  expect(loggedOutName()).toBe('Ann')
  allowSignIn()
  await backUpDevice()
  localStorage.clear()
  await restoreDevice(onLate)
  expect(loggedOutName()).toBeNull()
})

test('nothing is restored without a copy, or from one that cannot be parsed', async () => {
  await restoreDevice(onLate)
  writeCookie(DEVICE_COOKIE.name, '%E0%A4%A', 60)
  await restoreDevice(onLate)
  expect(local.get(KEY.deviceId)).toBeNull()
})

test('without TLS, no cookie is believed or written: another subdomain could set it', async () => {
  openWith('http')
  for (const name of [DEVICE_COOKIE.name, 'inkling_device']) {
    writeCookie(name, 'device_of_an_attacker', 60)
    await restoreDevice(onLate)
    expect(local.get(KEY.deviceId)).toBeNull()
  }
  const id = deviceId()
  await backUpDevice()
  expect(document.cookie).not.toContain(id)
})
