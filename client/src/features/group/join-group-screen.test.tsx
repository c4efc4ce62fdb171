import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { refreshProfile } from '../../session/session.ts'
import { aGroup, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { dropConnection, held, recorded, refuse, reply, server } from '../../testing/server.ts'

beforeEach(() => {
  signedInAs()
  server.use(reply('getToday', aToday()))
})

/** Waits for a part of the group's page, which opens once more when the form before it is taken out of the history. */
const arrival = (find: () => HTMLElement) =>
  waitFor(() => {
    expect(window.history.state.idx).toBe(0)
    expect(window.location.pathname).toBe('/group')
    expect(find()).toBeVisible()
  })

describe('without a group', () => {
  it('offers to create or to join one', async () => {
    renderApp('/group')
    expect(await screen.findByRole('link', { name: 'Create New Group' })).toHaveAttribute(
      'href',
      '/group/create',
    )
    expect(screen.getByRole('link', { name: 'Join Existing Group' })).toHaveAttribute('href', '/group/join')
  })
})

describe('a member of a group', () => {
  it.each(['/group/create', '/group/join'])('sees no form on %s', async (path) => {
    signedInAs(aUser({ groupId: 'owls' }))
    renderApp(path)
    expect(await screen.findByText('You are already in a group')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to My Group' })).toHaveAttribute('href', '/group')
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

it('the code field has the focus', async () => {
  renderApp('/group/join')
  const field = await screen.findByLabelText('Group code')
  await waitFor(() => expect(field).toHaveFocus())
})

describe('creating a group', () => {
  async function open() {
    const { user } = renderApp('/group/create')
    const name = await screen.findByLabelText('Group name')
    return { user, name, create: screen.getByRole('button', { name: 'Create Group' }) }
  }

  it('accepts a name of at most 30 characters and an avatar, and opens the group', async () => {
    const sent = recorded('createGroup', aGroup())
    server.use(reply('getGroup', aGroup()))
    const { user, name, create } = await open()
    expect(name).toHaveAttribute('maxlength', '30')
    expect(document.title).toBe('Inkling - Create Group')
    await user.type(name, ' Night Owls ')
    server.use(reply('getProfile', aUser({ groupId: 'owls' })))
    await user.click(create)
    await arrival(() => screen.getByText('OWL123'))
    expect(sent).toEqual([{ name: 'Night Owls' }])
  })

  it('requires a name', async () => {
    const { user, name, create } = await open()
    await user.type(name, '   ')
    await user.click(create)
    expect(screen.getByText('Please enter a group name')).toBeVisible()
  })

  it('refuses contact details without asking the server', async () => {
    const { user, name, create } = await open()
    await user.click(name)
    await user.paste('insta jenny.smith')
    await user.click(create)
    expect(await screen.findByText('Group name cannot contain links or contact details')).toBeVisible()
  })

  it('shows the error, or a default message for an error without one', async () => {
    server.use(refuse('createGroup', 'CONFLICT', 'You are in a group already'))
    const { user, name, create } = await open()
    await user.type(name, 'Owls')
    await user.click(create)
    expect(await screen.findByText('You are in a group already')).toBeVisible()
    server.use(refuse('createGroup', 'INTERNAL', ''))
    await user.click(create)
    expect(await screen.findByText('Failed to create group. Please try again.')).toBeVisible()
  })

  it('fetches the group if the response has only its id and name', async () => {
    const { id, name: title } = aGroup()
    server.use(
      http.post('*/api/groups/create', () => HttpResponse.json({ id, name: title })),
      reply('getGroup', aGroup()),
    )
    const { user, name, create } = await open()
    await user.type(name, 'Owls')
    server.use(reply('getProfile', aUser({ groupId: 'owls' })))
    await user.click(create)
    await arrival(() => screen.getByText('OWL123'))
  })

  it('opens the group even if the profile cannot be fetched afterwards', async () => {
    server.use(reply('createGroup', aGroup()), reply('getGroup', aGroup()))
    const { user, name, create } = await open()
    await user.type(name, 'Owls')
    server.use(dropConnection('getProfile'))
    await user.click(create)
    await arrival(() => screen.getByRole('heading', { name: 'Night Owls' }))
  })
})

describe('joining a group', () => {
  beforeEach(() =>
    server.use(reply('lookupGroup', { id: 'owls', name: 'Night Owls', avatar: null, memberCount: 2 })),
  )

  async function open() {
    const { user } = renderApp('/group/join')
    const code = await screen.findByLabelText('Group code')
    return { user, code, join: screen.getByRole('button', { name: 'Join Group' }) }
  }

  it('accepts six capital letters and digits, and opens the group', async () => {
    const sent = recorded('joinGroup', aGroup())
    server.use(reply('getGroup', aGroup()))
    const { user, code, join } = await open()
    expect(join).toBeDisabled()
    await user.type(code, 'ow-l1 ')
    expect(join).toBeDisabled()
    await user.type(code, '23456')
    expect(code).toHaveValue('OWL123')
    server.use(reply('getProfile', aUser({ groupId: 'owls' })))
    await user.click(join)
    await arrival(() => screen.getByRole('heading', { name: 'Night Owls' }))
    expect(sent).toEqual([{ code: 'OWL123' }])
  })

  it('stays in the group when a profile from before arrives', async () => {
    const before = held('getProfile', aUser())
    server.use(reply('joinGroup', aGroup()), reply('getGroup', aGroup()))
    const { user, code, join } = await open()
    server.use(before.handler)
    const refreshed = refreshProfile()
    await before.requested
    server.use(reply('getProfile', aUser({ groupId: 'owls' })))
    await user.type(code, 'OWL123')
    await user.click(join)
    await arrival(() => screen.getByText('You are in!'))
    before.release()
    await act(() => refreshed)
    await arrival(() => screen.getByText('You are in!'))
  })

  it('shows the group of the code', async () => {
    const { user, code } = await open()
    await user.type(code, 'OWL12')
    expect(screen.queryByText('Night Owls')).toBeNull()
    await user.type(code, '3')
    expect(await screen.findByText('Night Owls')).toBeVisible()
    expect(screen.getByText('2 members')).toBeVisible()
  })

  it('reports an unknown code, and shows nothing when the lookup fails', async () => {
    server.use(refuse('lookupGroup', 'NOT_FOUND', 'No such group'))
    const { user, code, join } = await open()
    await user.type(code, 'OWL123')
    expect(await screen.findByText('No group has this code.')).toBeVisible()
    server.use(dropConnection('lookupGroup'))
    await user.type(code, '{Backspace}4')
    await waitFor(() => expect(screen.queryByText('No group has this code.')).toBeNull())
    expect(join).toBeEnabled()
  })

  it('reports an incomplete code', async () => {
    const { user, code } = await open()
    await user.type(code, 'OWL{Enter}')
    expect(await screen.findByText('Please enter a complete 6-character code')).toBeVisible()
    await user.type(code, '1')
    expect(screen.queryByText('Please enter a complete 6-character code')).toBeNull()
    fireEvent.submit(code)
    expect(screen.getByText('Please enter a complete 6-character code')).toBeVisible()
  })

  it('reports that no such group exists', async () => {
    server.use(refuse('joinGroup', 'NOT_FOUND', 'No such group'))
    const { user, code, join } = await open()
    await user.type(code, 'OWL123')
    await user.click(join)
    expect(
      await screen.findByText('Group not found or failed to join. Please check the code and try again.'),
    ).toBeVisible()
  })
})
