import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { pendingGroupCode, storeGroupCode } from '../../session/device/pending-group-code.ts'
import { aGroup, aToday, aUser, someResults } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { onceClicked, refuse, reply, server } from '../../testing/server.ts'

const LINK = '/public/results/game1?code=OWL123'

/** Opens a link to results that is an invitation, as the page does. */
function openLink() {
  const view = renderApp(LINK)
  storeGroupCode(window.location)
  return view
}

const chain = () => screen.findByRole('list', { name: 'The chain' })
let joins = 0

beforeEach(() => {
  joins = 0
  server.use(
    reply('getToday', aToday()),
    reply('getGroup', aGroup()),
    reply('getPublicResults', someResults()),
    reply('lookupGroup', { id: 'owls', name: 'Night Owls', avatar: null, memberCount: 4 }),
    reply('joinGroup', () => {
      joins++
      server.use(reply('getProfile', aUser({ groupId: 'owls' })))
      return aGroup()
    }),
  )
})

it('a player alone sees the chain, and joins by a press', async () => {
  signedInAs()
  const { user } = openLink()
  expect(await chain()).toBeVisible()
  const invitation = await screen.findByRole('region', { name: 'Your invitation' })
  expect(within(invitation).getByText('Night Owls')).toBeVisible()
  expect(joins).toBe(0)
  await user.click(within(invitation).getByRole('button', { name: 'Join Group' }))
  expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
  expect(joins).toBe(1)
})

it('a player who goes on without joining is not joined later', async () => {
  signedInAs()
  const { user } = openLink()
  await screen.findByRole('region', { name: 'Your invitation' })
  expect(pendingGroupCode()).toBeNull()
  await user.click(screen.getAllByRole('link', { name: 'Play Now' })[0] as HTMLElement)
  expect(await screen.findByText('Game Progress')).toBeVisible()
  expect(joins).toBe(0)
})

it('a refused join says so, and the chain stays', async () => {
  signedInAs()
  const { user } = openLink()
  const join = await screen.findByRole('button', { name: 'Join Group' })
  await user.click(onceClicked(join, refuse('joinGroup', 'NOT_FOUND', 'No such group')))
  expect(await screen.findByText(/^Group not found or failed to join/)).toBeVisible()
  expect(await chain()).toBeVisible()
})

it('a member sees the chain alone', async () => {
  signedInAs(aUser({ groupId: 'owls' }))
  openLink()
  expect(await chain()).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your invitation' })).toBeNull())
  expect(screen.queryByText(/one group at a time/)).toBeNull()
})

it('a member of another group sees the chain, and why they cannot join', async () => {
  signedInAs(aUser({ groupId: 'table' }))
  server.use(reply('getGroup', aGroup({ id: 'table', name: 'Sunday Table' })))
  openLink()
  expect(await chain()).toBeVisible()
  expect(await screen.findByText('Sunday Table')).toBeVisible()
  expect(screen.getByText(/one group at a time/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Join Group' })).toBeNull()
  expect(joins).toBe(0)
})
