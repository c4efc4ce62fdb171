import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { KEY } from '../../../platform/storage.ts'
import { moveHere } from '../../../session/server/account.ts'
import { aToday, aUser } from '../../../testing/builders.ts'
import { renderApp, signedInAs } from '../../../testing/render-app.tsx'
import { refuse, reply, server } from '../../../testing/server.ts'
import { withExtensions } from '../../../testing/with-extensions.ts'

beforeEach(() => {
  signedInAs(aUser({ avatar: '🐸' }))
  localStorage.setItem(KEY.deviceId, 'device_1_ann')
  localStorage.setItem(`${KEY.savedDrawing}turn1`, '{}')
  localStorage.setItem(KEY.openedGames, '["game1"]')
  localStorage.setItem(KEY.pushToken, 'token-of-the-phone')
  localStorage.setItem(KEY.pushPlatform, 'ios')
  localStorage.setItem(KEY.pushTokenRegistered, 'true')
  sessionStorage.setItem(KEY.historyCache, '[]')
  server.use(
    withExtensions('account'),
    reply('getToday', aToday()),
    refuse('unregisterToken', 'INTERNAL', 'The ink ran out'),
  )
})

const leaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})
const confirmed = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })

it('a device that forgets the player keeps nothing but theme and sound', async () => {
  localStorage.setItem(KEY.theme, 'dark')
  const kept = () => [localStorage, sessionStorage].map((storage) => Object.keys(storage))
  const assign = leaving().mockImplementation(() => expect(kept()).toEqual([[KEY.theme], []]))
  const { user } = renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Forget me on this device' }))
  await user.click(confirmed('Forget me'))
  await vi.waitFor(() => expect(assign).toHaveReturned(), 15_000)
  expect(assign).toHaveBeenCalledWith('/')
})

it('Log Out forgets the address for notifications, even if the server does not answer', async () => {
  const assign = leaving()
  const { user } = renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  await user.click(confirmed('Log Out'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'), 15_000)
  for (const key of [KEY.pushToken, KEY.pushPlatform, KEY.pushTokenRegistered, `${KEY.savedDrawing}turn1`])
    expect(localStorage.getItem(key)).toBeNull()
})

it('a device that becomes that of another player keeps no work of the one before', async () => {
  server.use(
    reply('moveHere', { user: aUser({ id: 'ben', username: 'Ben' }), token: 'token-2', isNewUser: false }),
  )
  await moveHere('ABCD2346', true)
  expect(localStorage.getItem(KEY.authToken)).toBe('token-2')
  expect(localStorage.getItem(KEY.deviceId)).toBe('device_1_ann')
  for (const key of [KEY.pushToken, `${KEY.savedDrawing}turn1`]) expect(localStorage.getItem(key)).toBeNull()
})
