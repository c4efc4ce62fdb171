import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { refreshProfile } from '../../session/session.ts'
import { aGroup, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { held, recorded, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

beforeEach(() => {
  signedInAs(aUser({ avatar: '🐸' }))
  server.use(reply('getToday', aToday()))
})

/** Mocks saving the profile, and records the changes. */
const savedProfiles = () => recorded('updateProfile', (change: object) => aUser(change))

async function editName() {
  const { user } = renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Edit username' }))
  return { user, name: screen.getByLabelText('Username') }
}

describe('the profile', () => {
  it('shows the player, the links, and the version', async () => {
    renderApp('/profile')
    expect(await screen.findByRole('heading', { name: 'Ann' })).toBeVisible()
    for (const [name, href] of [
      ['Find a group', '/group'],
      ['How to Play', '/how-to-play'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Use', '/terms-of-use'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    }
    expect(screen.getByText('Version 1.0.0')).toBeVisible()
    expect(document.title).toBe('Inkling - Profile')
  })

  it('names the group', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getGroup', aGroup()))
    renderApp('/profile')
    expect(await screen.findByRole('link', { name: 'Night Owls' })).toHaveAttribute('href', '/group')
  })
})

describe('the username', () => {
  it('is edited and saved', async () => {
    const saved = savedProfiles()
    const { user, name } = await editName()
    await user.clear(name)
    await user.type(name, 'Annabel')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Annabel' })).toBeVisible()
    expect(saved).toEqual([{ username: 'Annabel' }])
  })

  it('is not replaced by a profile that was requested before', async () => {
    savedProfiles()
    const before = held('getProfile', aUser())
    server.use(before.handler)
    const { user, name } = await editName()
    const refreshed = refreshProfile()
    await before.requested
    await user.type(name, 'abel')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Annabel' })).toBeVisible()
    before.release()
    await act(() => refreshed)
    expect(screen.getByRole('heading', { name: 'Annabel' })).toBeVisible()
  })

  it('is shown even if the response does not contain it', async () => {
    server.use(http.put('*/api/user/profile', () => HttpResponse.json({ success: true })))
    const { user, name } = await editName()
    await user.type(name, 'abel')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Annabel' })).toBeVisible()
  })

  it('does not change when the edit is cancelled', async () => {
    const { user, name } = await editName()
    expect(name).toHaveFocus()
    await user.type(name, 'abel')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('heading', { name: 'Ann' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit username' })).toHaveFocus())
  })

  it('is not saved with an error', async () => {
    const { user, name } = await editName()
    await user.type(name, '_')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please fix the username error before saving')).toBeVisible()
    expect(screen.getByText('Username cannot start or end with underscores or hyphens')).toBeVisible()
    await user.type(name, 'abel')
    expect(screen.queryByText('Please fix the username error before saving')).toBeNull()
  })

  it('is not saved when the server refuses it, or fails', async () => {
    const { user, name } = await editName()
    await user.type(name, 'abel')
    const save = screen.getByRole('button', { name: 'Save' })
    for (const [message, sentence] of [
      ['Username contains inappropriate content', 'Username contains inappropriate content'],
      ['', 'Invalid username'],
    ] as const) {
      server.use(refuse('updateProfile', 'VALIDATION_FAILED', message))
      await user.click(save)
      expect(await screen.findByText(sentence)).toBeVisible()
      expect(screen.getByText('Please fix the username error before saving')).toBeVisible()
      expect(screen.getByText('Try these instead:')).toBeVisible()
      await waitFor(() => expect(save).toBeEnabled())
    }
    server.use(refuse('updateProfile', 'INTERNAL', 'The ink ran out'))
    await user.click(save)
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeVisible()
  })

  it('is not saved without an avatar', async () => {
    signedInAs()
    const saved = savedProfiles()
    const { user, name } = await editName()
    await user.type(name, 'abel')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Avatar is required')).toBeVisible()
    expect(saved).toEqual([])
  })
})

describe('the avatar', () => {
  async function chooseAvatar() {
    const { user } = renderApp('/profile')
    await user.click(await screen.findByRole('button', { name: 'Change avatar' }))
    return { user, dialog: within(screen.getByRole('dialog')) }
  }

  it('is chosen from 20 drawn ones, and saved, also after a failure', async () => {
    server.use(refuse('updateProfile', 'INTERNAL', 'The ink ran out'))
    const { user, dialog } = await chooseAvatar()
    expect(dialog.getAllByRole('radio')).toHaveLength(20)
    await user.click(dialog.getByRole('radio', { name: 'frog' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Failed to update avatar. Please try again.')).toBeVisible()
    const saved = savedProfiles()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 15_000)
    expect(saved).toEqual([{ avatar: `${window.location.origin}/avatars/custom/13-frog.svg` }])
  })

  it('can be one of twelve rings, with others on demand', async () => {
    const { user, dialog } = await chooseAvatar()
    await user.click(dialog.getByRole('tab', { name: 'Rings' }))
    const addresses = () =>
      dialog.getAllByRole('radio').map((radio) => radio.querySelector('img')?.getAttribute('src'))
    const before = addresses()
    expect(before).toHaveLength(12)
    await user.click(dialog.getByRole('button', { name: 'Show others' }))
    expect(addresses()).toHaveLength(12)
    expect(addresses()).not.toEqual(before)
  })

  it('is marked on the sheet that has it, also after others were shown', async () => {
    const ring = `${window.location.origin}/avatars/rings.svg?seed=old7&size=120`
    signedInAs(aUser({ avatar: ring }))
    const { user, dialog } = await chooseAvatar()
    const marked = () => dialog.getByRole('radio', { checked: true }).querySelector('img')
    expect(marked()).toHaveAttribute('src', ring)
    await user.click(dialog.getByRole('button', { name: 'Show others' }))
    expect(marked()).toHaveAttribute('src', ring)
    expect(dialog.getAllByRole('radio')).toHaveLength(12)
  })

  it('of another address of this site is marked', async () => {
    signedInAs(aUser({ avatar: 'https://elsewhere.example/avatars/custom/13-frog.svg' }))
    const { dialog } = await chooseAvatar()
    expect(dialog.getByRole('radio', { checked: true })).toHaveAccessibleName('frog')
  })

  it('is not sent when it is unchanged; the dialog just closes', async () => {
    const saved = savedProfiles()
    const { user, dialog } = await chooseAvatar()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(saved).toEqual([])
  })
})

describe('notifications', () => {
  const calls: string[] = []

  function inApp(token: string) {
    window.InklingAndroid = { getPushToken: () => token }
    localStorage.setItem(KEY.pushAsked, 'true')
    calls.length = 0
    server.use(
      reply('registerToken', async (request) => {
        calls.push(`on ${JSON.parse(await request.text()).token}`)
        return { success: true }
      }),
      reply('unregisterToken', async (request) => {
        calls.push(`off ${JSON.parse(await request.text()).token}`)
        return { success: true }
      }),
      reply('updateNotificationSettings', async (request) => {
        const { pushNotifications } = JSON.parse(await request.text())
        calls.push(`wanted: ${pushNotifications}`)
        return { pushNotifications }
      }),
    )
    onTestFinished(() => {
      delete window.InklingAndroid
    })
  }

  it('are turned on and off', async () => {
    inApp('token-of-the-phone')
    const { user } = renderApp('/profile')
    const toggle = await screen.findByRole('switch', { name: 'Notifications' })
    await user.click(toggle)
    await vi.waitFor(() => expect(toggle).toBeChecked(), 15_000)
    expect(localStorage.getItem(KEY.pushTokenRegistered)).toBe('true')
    await user.click(toggle)
    await vi.waitFor(() => expect(toggle).not.toBeChecked(), 15_000)
    expect(calls).toEqual([
      'on token-of-the-phone',
      'wanted: true',
      'wanted: false',
      'off token-of-the-phone',
    ])
    expect(localStorage.getItem(KEY.pushToken)).toBeNull()
  })

  it('are chosen by kind on a server that knows them', async () => {
    inApp('token-of-the-phone')
    localStorage.setItem(KEY.pushTokenRegistered, 'true')
    const settings = { pushNotifications: true, results: true, turn: true, reminder: false }
    const changes = recorded('updateNotificationSettings', (change: object) => ({ ...settings, ...change }))
    server.use(withExtensions('push-times'), reply('getNotificationSettings', settings))
    const { user } = renderApp('/profile')
    const turn = await screen.findByRole('switch', { name: /^A turn is free/ })
    expect(turn).toBeChecked()
    expect(screen.getByRole('switch', { name: /^You have not played yet/ })).not.toBeChecked()
    await user.click(turn)
    await vi.waitFor(() => expect(turn).not.toBeChecked(), 15_000)
    expect(changes).toEqual([{ turn: false }])
    expect(screen.getByRole('switch', { name: /^Results are in/ })).toBeChecked()
  })

  it('are off if another device has turned them off', async () => {
    inApp('token-of-the-phone')
    localStorage.setItem(KEY.pushTokenRegistered, 'true')
    const settings = { pushNotifications: false, results: true, turn: true, reminder: true }
    server.use(withExtensions('push-times'), reply('getNotificationSettings', settings))
    renderApp('/profile')
    const toggle = await screen.findByRole('switch', { name: 'Notifications' })
    await vi.waitFor(() => expect(toggle).not.toBeChecked(), 15_000)
  })

  it('report that the device does not allow them', async () => {
    inApp('')
    const { user } = renderApp('/profile')
    await user.click(await screen.findByRole('switch', { name: 'Notifications' }))
    expect(await screen.findByText('Allow notifications in the settings of your device first.')).toBeVisible()
    expect(screen.getByRole('switch', { name: 'Notifications' })).not.toBeChecked()
  })

  it('are offered as soon as the server has sent its key, and replaced by a text before', async () => {
    for (const name of ['PushManager', 'Notification']) vi.stubGlobal(name, class {})
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
    const late = held('getExtensions', { extensions: [], contact: null, vapidKey: 'key of the server' })
    server.use(late.handler)
    localStorage.setItem(KEY.pushAsked, 'true')
    renderApp('/profile')
    expect(await screen.findByText('Push notifications are not supported in this browser')).toBeVisible()
    expect(screen.queryByRole('switch', { name: 'Notifications' })).toBeNull()
    late.release()
    expect(await screen.findByRole('switch', { name: 'Notifications' })).not.toBeChecked()
  })
})

describe('the sound', () => {
  it('is off until it is turned on, and remains on for this device', async () => {
    const { user } = renderApp('/profile')
    const toggle = await screen.findByRole('switch', { name: 'Sounds' })
    expect(toggle).not.toBeChecked()
    await user.click(toggle)
    expect(toggle).toBeChecked()
    expect(localStorage.getItem(KEY.sound)).toBe('on')
    await user.click(toggle)
    expect(toggle).not.toBeChecked()
    expect(localStorage.getItem(KEY.sound)).toBeNull()
  })
})
