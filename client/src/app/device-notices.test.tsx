import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../session/session-store.ts'
import { aToday, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { recorded, reply, server } from '../testing/server.ts'
import { withExtensions } from '../testing/with-extensions.ts'

const at = '2026-11-20T17:00:00.000Z'
let read: unknown[] = []

beforeEach(() => {
  signedInAs(aUser({ newDevice: { at } }))
  read = recorded('acknowledgeDevice', { success: true })
  server.use(
    withExtensions('devices'),
    reply('getToday', aToday()),
    reply('getDevices', { devices: [{ id: 'one', current: true, addedAt: at, lastSeenAt: at }] }),
  )
})

describe('a new device of the player', () => {
  it('is told on Home until it is read', async () => {
    const { user } = renderApp('/')
    expect(await screen.findByText('A new device plays as you')).toBeVisible()
    expect(screen.getByText(/It joined on November 2\d at /)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'It was me' }))
    await vi.waitFor(() => expect(screen.queryByText('A new device plays as you')).toBeNull(), 15_000)
    expect(read).toEqual([{ at }])
    expect(useSession.getState().user).not.toHaveProperty('newDevice')
  })

  it('leads to the devices, which do not open again by themselves', async () => {
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Your devices' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your devices' }))
    expect(await dialog.findByText('This device')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
    expect(window.location.pathname).toBe('/profile')
    expect(window.history.state.usr).toBeNull()
  })

  it('is not told on other screens', async () => {
    renderApp('/profile')
    await screen.findByRole('button', { name: 'Log Out' })
    expect(screen.queryByText('A new device plays as you')).toBeNull()
  })
})
