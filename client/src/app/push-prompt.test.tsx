import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEY } from '../platform/storage.ts'
import { aToday } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { recorded, refuse, reply, server } from '../testing/server.ts'

let registered: unknown[] = []

beforeEach(() => {
  window.InklingIos = { getPushToken: async () => 'token-of-the-phone' }
  signedInAs()
  localStorage.setItem(KEY.deviceId, 'device_1_ann')
  server.use(reply('getToday', aToday({ canStartTurn: true })))
  registered = recorded('registerToken', { success: true })
})
afterEach(() => {
  delete window.InklingIos
})

const enable = () => screen.findByRole('button', { name: 'Enable Notifications' })

describe('the push prompt', () => {
  it('asks once, before the app', async () => {
    const { user, unmount } = renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Stay in the Game!' })).toBeVisible()
    expect(screen.getByText(/profile settings/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Maybe Later' }))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(localStorage.getItem(KEY.pushAsked)).toBe('true')
    unmount()
    renderApp('/profile')
    expect(await screen.findByText('Version 1.0.0')).toBeVisible()
  })

  it("registers the app's token with its platform and device", async () => {
    const { user } = renderApp('/')
    await user.click(await enable())
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(registered).toEqual([{ token: 'token-of-the-phone', platform: 'ios', deviceId: 'device_1_ann' }])
    expect(localStorage.getItem(KEY.pushToken)).toBe('token-of-the-phone')
    expect(localStorage.getItem(KEY.pushPlatform)).toBe('ios')
    expect(localStorage.getItem(KEY.pushTokenRegistered)).toBe('true')
  })

  it("says 'Setting up...' while busy", async () => {
    let give = (_: string) => {}
    const later = new Promise<string>((resolve) => {
      give = resolve
    })
    window.InklingIos = { getPushToken: () => later }
    const { user } = renderApp('/')
    await user.click(await enable())
    expect(screen.getByRole('button', { name: 'Setting up...' })).toBeVisible()
    give('late')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
  })

  it('shows the error and removes the registered flag', async () => {
    localStorage.setItem(KEY.pushTokenRegistered, 'true')
    server.use(refuse('registerToken', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/')
    await user.click(await enable())
    expect(await screen.findByText('The ink ran out')).toBeVisible()
    expect(localStorage.getItem(KEY.pushTokenRegistered)).toBeNull()
    expect(await enable()).toBeEnabled()
  })

  it('offers no second try where notifications are not supported', async () => {
    window.InklingIos = {
      getPushToken: () => Promise.reject(new Error('Push notifications are not supported in this browser')),
    }
    const { user } = renderApp('/')
    await user.click(await enable())
    expect(await screen.findByText('Push notifications are not supported in this browser')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Enable Notifications' })).toBeNull()
    // Nothing there to change, and nothing to do later.
    expect(screen.queryByText(/profile settings/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Maybe Later' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
  })

  it('accepts no empty token', async () => {
    window.InklingIos = { getPushToken: () => ' ' }
    const { user } = renderApp('/')
    await user.click(await enable())
    expect(await screen.findByText('Cannot register empty token')).toBeVisible()
    expect(registered).toEqual([])
  })
})
