import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../../../platform/storage.ts'
import { queryClient } from '../../../session/server/query-client.ts'
import { aToday, aUser } from '../../../testing/builders.ts'
import { renderApp, signedInAs } from '../../../testing/render-app.tsx'
import { recorded, refuse, reply, server } from '../../../testing/server.ts'
import { withExtensions } from '../../../testing/with-extensions.ts'

beforeEach(() => {
  signedInAs(aUser({ avatar: '🐸' }))
  server.use(reply('getToday', aToday()), withExtensions('account', 'devices', 'blocks'))
})

async function open(label: string) {
  const { user } = renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: label }))
  return user
}

describe('the account', () => {
  const device = { addedAt: '2026-11-01T12:00:00.000Z', lastSeenAt: '2026-11-20T12:00:00.000Z' }
  const two = {
    devices: [
      { id: 'one', current: false, ...device },
      { id: 'two', current: true, ...device },
    ],
  }

  it('is deleted only after its name was typed, and forgotten on this device', async () => {
    localStorage.setItem(KEY.deviceId, 'device_1_ann')
    const deleted = recorded('deleteAccount', { success: true })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const user = await open('Delete my account')
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete my account' }))
    const remove = dialog.getByRole('button', { name: 'Delete for good' })
    expect(remove).toBeDisabled()
    await user.type(dialog.getByLabelText('Type Ann to delete it'), 'ann ')
    await user.click(remove)
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'), 15_000)
    expect(deleted).toEqual([{ username: 'Ann' }])
    for (const key of [KEY.deviceId, KEY.loggedOut, KEY.authToken])
      expect(localStorage.getItem(key)).toBeNull()
  })

  it('is replaced by a code of another device, typed on the home screen too', async () => {
    const user = await open('Enter a code of another device')
    const dialog = within(await screen.findByRole('dialog', { name: 'I already play' }))
    const code = dialog.getByLabelText('Code')
    expect(code).toHaveAttribute('autocapitalize', 'characters')
    await user.type(code, 'abcd')
    expect(code).toHaveValue('ABCD')
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  })

  it('shows a code for another device, to scan and to type', async () => {
    server.use(reply('createMoveCode', { code: 'ACDEFGHJ', expiresAt: '2026-11-21T17:10:00.000Z' }))
    await open('Play on another device')
    const dialog = within(screen.getByRole('dialog', { name: 'Play on another device' }))
    expect(await dialog.findByText('ACDE-FGHJ')).toBeVisible()
    expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  })

  it('keeps the code when the page wakes, because it may be being typed', async () => {
    let [codes, looks] = [0, 0]
    server.use(
      reply('createMoveCode', () => {
        codes += 1
        return { code: 'ACDEFGHJ', expiresAt: '2026-11-21T17:10:00.000Z' }
      }),
      reply('getToday', () => {
        looks += 1
        return aToday()
      }),
    )
    await open('Play on another device')
    expect(await screen.findByText('ACDE-FGHJ')).toBeVisible()
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 15_000)
    looks = 0
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(looks).toBeGreaterThan(0), 15_000)
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 15_000)
    expect(codes).toBe(1)
  })

  it('lists devices, of which others can be signed out, or says why not', async () => {
    const text = 'This device is too new for that'
    server.use(reply('getDevices', two), refuse('removeDevice', 'FORBIDDEN', text))
    const user = await open('Your devices')
    const dialog = within(screen.getByRole('dialog', { name: 'Your devices' }))
    await user.click(await dialog.findByRole('button', { name: 'Sign out device 1' }))
    expect(await dialog.findByText(text)).toBeVisible()
    server.use(reply('removeDevice', { devices: [{ id: 'two', current: true, ...device }] }))
    await user.click(await dialog.findByRole('button', { name: 'Sign out device 1' }))
    await vi.waitFor(() => expect(dialog.queryByText('Device 1')).toBeNull(), 15_000)
    expect(dialog.getByText('This device')).toBeVisible()
  })

  it('lists devices by what they are, where the server knows it', async () => {
    server.use(
      reply('getDevices', {
        devices: [
          { id: 'one', current: true, name: 'iPhone, Safari', ...device },
          { id: 'two', current: false, name: 'Windows, Edge', ...device },
        ],
      }),
    )
    await open('Your devices')
    const dialog = within(screen.getByRole('dialog', { name: 'Your devices' }))
    expect(await dialog.findByText('This device: iPhone, Safari')).toBeVisible()
    expect(dialog.getByText('Windows, Edge')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Sign out Windows, Edge' })).toBeVisible()
    expect(dialog.queryByText(/^Device/)).toBeNull()
  })

  it('logs out everywhere else at one press, after a question', async () => {
    server.use(
      reply('getDevices', two),
      reply('signOutOthers', { devices: [{ id: 'two', current: true, ...device }] }),
    )
    const user = await open('Your devices')
    const dialog = within(screen.getByRole('dialog', { name: 'Your devices' }))
    await user.click(await dialog.findByRole('button', { name: 'Log out everywhere else' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Log out everywhere else?' }))
    await user.click(question.getByRole('button', { name: 'Log out' }))
    await vi.waitFor(() => expect(dialog.queryByText('Device 1')).toBeNull(), 15_000)
    expect(dialog.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
  })

  it('is downloaded as a file, whose name the page says', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    server.use(reply('exportAccount', { format: 'inkling-account', exportedAt: '2026-11-21T17:10:00.000Z' }))
    await open('Download my data')
    expect(await screen.findByText('Saved: inkling-my-data.json')).toBeVisible()
    expect(saved).toEqual(['inkling-my-data.json'])
  })

  it('lists blocked players, who can be unblocked', async () => {
    const ben = { userId: 'ben', username: 'Ben', avatar: null, since: '2026-11-01T12:00:00.000Z' }
    server.use(reply('getBlocks', { blocks: [ben] }), reply('unblock', { blocks: [] }))
    const user = await open('Blocked players')
    const dialog = within(screen.getByRole('dialog', { name: 'Blocked players' }))
    await user.click(await dialog.findByRole('button', { name: 'Unblock Ben' }))
    expect(await dialog.findByText('You have not blocked anybody.')).toBeVisible()
  })

  it('is not offered by a server without these extensions', async () => {
    server.use(refuse('getExtensions', 'NOT_FOUND', 'There is no such call'))
    renderApp('/profile')
    await screen.findByRole('button', { name: 'Log Out' })
    expect(screen.queryByText('Your account')).toBeNull()
  })

  it('that is suspended says until when and why', async () => {
    signedInAs(aUser({ suspension: { until: '2026-11-25T17:00:00.000Z', reason: 'links' } }))
    renderApp('/profile')
    expect(await screen.findByText('You cannot play until November 25, 2026')).toBeVisible()
    expect(screen.getByText(/A moderator wrote: links/)).toBeVisible()
  })
})

it('a warning says on Home what broke which rule, until the player confirms it', async () => {
  const at = '2026-11-20T17:00:00.000Z'
  const warning = { at, kind: 'guess' as const, text: 'you pig', note: 'Be kind.' }
  signedInAs(aUser({ warning: { ...warning, reasons: ['hurtful'] } }))
  const read = recorded('acknowledgeWarning', { success: true })
  const { user } = renderApp('/')
  expect(
    await screen.findByText('Your guess “you pig” was removed: no insults and no hate. Be kind.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'I understand' }))
  await vi.waitFor(() => expect(screen.queryByText('A word from the moderators')).toBeNull(), 15_000)
  expect(read).toEqual([{ at }])
})

it('the contact of the operator stands on the legal pages', async () => {
  renderApp('/privacy-policy')
  expect(await screen.findByRole('link', { name: 'help@example.org' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  )
})
