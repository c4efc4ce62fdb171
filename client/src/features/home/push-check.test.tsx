import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { recorded, reply, server } from '../../testing/server.ts'

afterEach(() => {
  delete window.InklingAndroid
})

it("checks the native app's push token 1 s after home was opened", async () => {
  signedInAs()
  window.InklingAndroid = { getPushToken: () => 'token-2' }
  localStorage.setItem(KEY.pushAsked, 'true')
  localStorage.setItem(KEY.pushPlatform, 'android')
  localStorage.setItem(KEY.pushToken, 'token-1')
  const registered = recorded('registerToken', { success: true })
  server.use(reply('getToday', aToday({ canStartTurn: true })))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
  renderApp('/')
  const home = async () => {
    await pass(0)
    return screen.queryByText('Ready to Play!')
  }
  await expect.poll(home).toBeVisible()
  await pass(999)
  expect(registered).toEqual([])
  await pass(1)
  vi.useRealTimers()
  await waitFor(() => expect(registered).toMatchObject([{ token: 'token-2', platform: 'android' }]))
})
