import { DEVICE_COOKIE } from '@inkling/mock-server/contract/constants'
import type { MovePreview } from '@inkling/mock-server/contract/schemas/account'
import { useQuery } from '@tanstack/react-query'
import { writeCookie } from '../../platform/cookie.ts'
import { KEY, local, tab } from '../../platform/storage.ts'
import { forgetDevice, keepNewDevice } from '../device/device-backup.ts'
import { deviceId } from '../device/device-id.ts'
import { keepFormerCode } from '../device/former-code.ts'
import { forgetWork, logout } from '../session.ts'
import { clearSession, storeToken, storeUser, useSession } from '../session-store.ts'
import { api, whenExported } from './api.ts'
import { QUERY, queryClient } from './query-client.ts'

/**
 * Everything that the server keeps about the player, as a JSON file.
 * @param onBytes called with the number of bytes so far
 * @throws the error of the call
 */
export async function accountFile(onBytes: (bytes: number) => void): Promise<Blob> {
  whenExported(onBytes)
  const account = await api.exportAccount()
  return new Blob([JSON.stringify(account, null, 2)], { type: 'application/json' })
}

/**
 * Deletes the account for good and forgets it on this device.
 * @param username must equal the player's name
 * @throws the error of the call; nothing is deleted then
 */
export async function deleteAccount(username: string): Promise<void> {
  await api.deleteAccount({ body: { username } })
  await forgetOnThisDevice()
}

/**
 * Logs out and forgets the device id and everything else but theme and sound, so that nobody can continue as this player
 * here. The page must be left at once.
 */
export async function forgetOnThisDevice(): Promise<void> {
  await logout()
  writeCookie(DEVICE_COOKIE.name, '', 0)
  await forgetDevice()
  // Last, because until the page is left, a call could sign in as long as nobody has logged out.
  for (const key of local.keys()) if (key !== KEY.theme && key !== KEY.sound) local.remove(key)
  for (const key of tab.keys()) tab.remove(key)
  useSession.setState({ deviceId: null })
}

/** Whose player this device becomes by a code. @throws the error of the call */
export const previewMove = (code: string): Promise<MovePreview> => api.previewMove({ body: { code } })

/**
 * Makes this device one of the player who has made the code. The code of a player who is given up is kept until it ends.
 * @param replace gives up the player that this device has now
 * @throws the error of the call: CONFLICT if this device has a player with something to lose, and `replace` is false
 */
export async function moveHere(code: string, replace: boolean): Promise<void> {
  const before = useSession.getState().user
  const { token, user, formerCode } = await api.moveHere({
    body: { code, deviceId: deviceId(), ...(replace && { replace }) },
  })
  keepNewDevice()
  clearSession()
  forgetWork()
  queryClient.clear()
  local.remove(KEY.loggedOut)
  if (before && formerCode) keepFormerCode({ username: before.username, ...formerCode })
  storeUser(user)
  storeToken(token)
  tab.set(KEY.moved, 'true')
}

export const useDevices = () =>
  useQuery({ queryKey: QUERY.devices, queryFn: ({ signal }) => api.getDevices({}, { signal }) })

/** Signs out another device. @throws the error of the call */
export async function signOutDevice(id: string): Promise<void> {
  queryClient.setQueryData(QUERY.devices, await api.removeDevice({ params: { id } }))
}

/** Signs out all other devices. @throws the error of the call */
export async function signOutOthers(): Promise<void> {
  queryClient.setQueryData(QUERY.devices, await api.signOutOthers())
}

/** The link that opens the question for the code with the code filled in. A fragment is in no server's log. */
export const moveLink = (code: string): string => `${window.location.origin}/#move=${code}`

/** A code as players read it. */
export const spelledCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Confirms on this device that the player knows of another one. @throws the error of the call */
export async function acknowledgeDevice(at: string): Promise<void> {
  await api.acknowledgeDevice({ body: { at } })
  const { user } = useSession.getState()
  if (!user) return
  const { newDevice: _, ...rest } = user
  storeUser(rest)
}
