import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { KEY } from '../platform/storage.ts'
import { useSession } from '../session/session-store.ts'
import { aGroup, aToday, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { refuse, reply, server } from '../testing/server.ts'

beforeEach(() => {
  signedInAs()
  localStorage.setItem(KEY.pendingGroupCode, 'OWL123')
  server.use(
    reply('getToday', aToday()),
    reply('getGroup', aGroup()),
    reply('joinGroup', () => {
      server.use(reply('getProfile', aUser({ groupId: 'owls' })))
      return aGroup()
    }),
  )
})

it('a player alone is told that a link brought them into a group, and leaves it with Undo', async () => {
  const { user } = renderApp('/')
  expect(await screen.findByText(/^The link brought you into Night Owls/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
  server.use(
    reply('leaveGroup', () => {
      server.use(reply('getProfile', aUser()))
      return { success: true }
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('You left the group again.')).toBeVisible()
  expect(await screen.findByText('Create New Group')).toBeVisible()
  expect(useSession.getState().user?.groupId).toBeNull()
})

it('a code that does not work says nothing', async () => {
  server.use(refuse('joinGroup', 'NOT_FOUND', 'No such group'))
  renderApp('/')
  await vi.waitFor(() => expect(localStorage.getItem(KEY.pendingGroupCode)).toBeNull(), 15_000)
  expect(await screen.findByText('Game Progress')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
