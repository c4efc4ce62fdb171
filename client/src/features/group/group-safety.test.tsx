import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { QUERY, queryClient } from '../../session/server/query-client.ts'
import { aGroup, aMember, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { recorded, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const CLEO = { userId: 'cleo', username: 'Cleo', avatar: null, since: '2026-11-20T17:00:00.000Z' }

beforeEach(() => {
  signedInAs(aUser({ groupId: 'owls' }))
  queryClient.setQueryData(QUERY.extensions, { extensions: ['group-safety'], contact: null, vapidKey: null })
  server.use(
    withExtensions('group-safety'),
    reply('getToday', aToday()),
    reply('getGroup', aGroup()),
    reply('getKeptOut', { players: [CLEO] }),
  )
})

async function openSettings() {
  const { user } = renderApp('/group')
  await user.click(await screen.findByRole('button', { name: 'Group settings' }))
  return user
}

describe('the host', () => {
  it.each([
    [false, [{ userId: 'ben' }]],
    [true, [{ userId: 'ben', keepOut: true }]],
  ])('kicks, keeping out: %s', async (keepsOut, expected) => {
    const bodies = recorded('kickMember', aGroup({ members: [aMember('Ann')] }))
    const { user } = renderApp('/group')
    await user.click(await screen.findByRole('button', { name: 'Kick Ben' }))
    if (keepsOut) await user.click(screen.getByRole('checkbox', { name: /^Also keep out/ }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Kick' }))
    await waitFor(() => expect(screen.queryByText('Ben')).toBeNull())
    expect(bodies).toEqual(expected)
  })

  it('lets a player back in', async () => {
    server.use(reply('letBackIn', { players: [] }))
    const user = await openSettings()
    await user.click(await screen.findByRole('button', { name: 'Let Cleo back in' }))
    await waitFor(() => expect(screen.queryByText('Cleo')).toBeNull())
  })

  it('makes a new code', async () => {
    server.use(reply('renewGroupCode', aGroup({ code: 'NEW456' })))
    const user = await openSettings()
    await user.click(await screen.findByRole('button', { name: 'Make a new code' }))
    expect(await screen.findByText('NEW456')).toBeVisible()
  })

  it('closes the results to everyone with the link', async () => {
    const settings = { difficulty: 'easy', publicResults: false } as const
    const bodies = recorded('updateGroupSettings', aGroup({ settings }))
    const user = await openSettings()
    const choice = await screen.findByRole('checkbox', { name: 'Anyone with the link can see our results' })
    expect(choice).toBeChecked()
    await user.click(choice)
    await waitFor(() => expect(choice).not.toBeChecked())
    expect(bodies).toEqual([{ publicResults: false }])
  })

  it('has none of this on a server without it', async () => {
    queryClient.removeQueries({ queryKey: QUERY.extensions })
    server.use(refuse('getExtensions', 'NOT_FOUND', 'Not found'))
    await openSettings()
    expect(await screen.findByLabelText('Group name')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Make a new code' })).toBeNull()
  })
})

it('members whose names look alike are numbered', async () => {
  const members = [aMember('Grandma', { isHost: true }), aMember('Grandrna'), aMember('Ben')]
  server.use(reply('getGroup', aGroup({ members })))
  renderApp('/group')
  const rows = within(await screen.findByRole('region', { name: 'Members' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('sup')?.textContent ?? null)).toEqual(['1', '2', null])
})
