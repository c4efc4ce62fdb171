import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import encodeQR from 'qr'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { QUERY, queryClient } from '../../session/server/query-client.ts'
import { aGroup, aMember, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import {
  dropConnection,
  held,
  onceClicked,
  recorded,
  refuse,
  reply,
  server,
  stall,
} from '../../testing/server.ts'

const inGroup = aUser({ groupId: 'owls' })
const asHost = aGroup()
const asGuest = aGroup({
  hostId: 'ben',
  members: [aMember('Ann'), aMember('Ben', { isHost: true, isAdmin: true }), aMember('Cleo')],
})

beforeEach(() => {
  signedInAs(inGroup)
  server.use(reply('getToday', aToday()), reply('getGroup', asHost))
})

async function open() {
  const { user } = renderApp('/group')
  expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
  return user
}

/** A button of the open confirmation. */
const alertButton = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })

describe('a group', () => {
  it("shows its code, its members, and the admin's controls", async () => {
    await open()
    expect(screen.getByText('OWL123')).toBeVisible()
    expect(screen.getByText('OWL123')).toHaveAttribute('aria-hidden', 'true')
    // For screen readers.
    expect(screen.getByText('O W L 1 2 3')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy Code' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Group settings' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Kick/ })).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Kick Ben' })).toBeVisible()
    expect(document.title).toBe('Inkling - Group')
  })

  it('shows on how many days in a row everybody came', async () => {
    server.use(reply('getGroup', aGroup({ daysTogether: 4 })))
    await open()
    const fire = within(screen.getByRole('region', { name: 'Days together' }))
    expect(fire.getByRole('heading', { name: 'Everybody came: 4 days in a row' })).toBeVisible()
  })

  it('gives other members neither settings nor kick buttons', async () => {
    server.use(reply('getGroup', asGuest))
    await open()
    expect(screen.queryByRole('button', { name: 'Group settings' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Kick/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave Group' })).toBeVisible()
  })

  it.each([
    [{ canStartTurn: true, yourNextTurnType: 'drawing' as const }, "Draw today's word", '/game/ready'],
    [{ canStartTurn: true, yourNextTurnType: 'guessing' as const }, "Guess today's drawing", '/game/ready'],
    [
      {
        yourStatus: 'playing' as const,
        currentTurn: { userId: 'ann', username: 'Ann', type: 'guessing' as const },
      },
      'Back to your turn',
      '/game/guess',
    ],
    [
      { status: 'completed' as const, yourStatus: 'completed' as const },
      'Results',
      '/game/results?gameId=game1',
    ],
  ])('offers what comes next (%o)', async (today, name, href) => {
    server.use(reply('getToday', aToday({ gameType: 'group', ...today })))
    await open()
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href)
  })

  it("starts the group's game with one press", async () => {
    server.use(
      reply('getToday', { ...noGameToday }),
      reply('jumpIn', aToday({ gameType: 'group', canStartTurn: true })),
    )
    const user = await open()
    await user.click(await screen.findByRole('button', { name: "Draw today's word" }))
    expect(await screen.findByRole('button', { name: "Let's Go!" })).toBeVisible()
    expect(window.location.pathname).toBe('/game/ready')
  })

  it('says whose turn it is, and what each member has done', async () => {
    const currentTurn = { userId: 'cleo', username: 'Cleo', type: 'guessing' as const }
    server.use(
      reply('getToday', aToday({ gameType: 'group', currentTurn })),
      reply(
        'getGroup',
        aGroup({
          members: [
            aMember('Ann', { status: 'pending' }),
            aMember('Ben', { status: 'pending' }),
            aMember('Cleo', { status: 'playing' }),
          ],
        }),
      ),
    )
    await open()
    expect(await screen.findByText('Cleo is guessing right now. You can play after that.')).toBeVisible()
    expect(screen.getAllByText('Has not played yet')).toHaveLength(2)
    server.use(reply('getToday', aToday({ gameType: 'group', canStartTurn: true })))
    await act(() => queryClient.refetchQueries({ queryKey: QUERY.today }))
    expect(await screen.findByText('Your turn')).toBeVisible()
    expect(screen.getAllByText('Has not played yet')).toHaveLength(1)
  })

  it('copies code and invite link', async () => {
    const user = await open()
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy Code' }))
    await user.click(screen.getByRole('button', { name: 'Copy Link' }))
    expect(written.mock.calls).toEqual([['OWL123'], [`${window.location.origin}/?code=OWL123`]])
  })

  it('shows the error and retries', async () => {
    server.use(refuse('getGroup', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/group')
    expect(await screen.findByText('The ink ran out')).toBeVisible()
    const again = screen.getByRole('button', { name: 'Try Again' })
    await user.click(onceClicked(again, reply('getGroup', asHost)))
    expect(await screen.findByText('OWL123')).toBeVisible()
  })
})

describe('the poll of the group', () => {
  let looks = 0
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  async function watch() {
    looks = 0
    server.use(
      reply('getGroup', () => {
        looks += 1
        return asHost
      }),
    )
    // Fake time also advances with real time, so that awaited elements appear.
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    })
    await open()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    looks = 0
  }

  it('fetches the members every 10 s', async () => {
    await watch()
    await pass(5_000)
    expect(looks).toBe(0)
    await pass(5_000)
    await waitFor(() => expect(looks).toBe(1))
    await pass(10_000)
    await waitFor(() => expect(looks).toBe(2))
  })

  it('stops only when the session has ended', async () => {
    await watch()
    server.use(dropConnection('getGroup'))
    await pass(10_000)
    await waitFor(() => expect(queryClient.getQueryState(['group', 'owls'])?.status).toBe('error'))
    server.use(
      refuse('getGroup', 'AUTH_INVALID', 'This session has ended'),
      refuse('signInDevice', 'RATE_LIMITED', 'Too many calls'),
    )
    await pass(10_000)
    await waitFor(() =>
      expect(queryClient.getQueryState(['group', 'owls'])?.error).toMatchObject({ code: 'AUTH_INVALID' }),
    )
    server.use(
      reply('getGroup', () => {
        looks += 1
        return asHost
      }),
    )
    await pass(60_000)
    expect(looks).toBe(0)
  })

  it('adds a new member, and announces them for 3 s', async () => {
    await watch()
    server.use(reply('getGroup', aGroup({ members: [...asHost.members, aMember('Cleo')] })))
    await pass(10_000)
    const banner = await screen.findByText('Cleo has joined the group!')
    expect(screen.getByText('Cleo')).toBeVisible()
    await pass(1_500)
    expect(banner).toBeVisible()
    await pass(1_500)
    expect(screen.queryByText('Cleo has joined the group!')).toBeNull()
  })

  it('announces a member who is only counted', async () => {
    await watch()
    server.use(reply('getGroup', aGroup({ memberCount: 3 })))
    await pass(10_000)
    expect(await screen.findByText('Somebody has joined the group!')).toBeVisible()
    await pass(3_000)
    expect(screen.queryByText(/has joined/)).toBeNull()
  })
})

describe('a group that is still loading', () => {
  it('shows the loading state', async () => {
    server.use(stall('getGroup'))
    renderApp('/group')
    expect(await screen.findByText('Calling everyone together...')).toBeVisible()
  })
})

describe('kicking', () => {
  it('asks for confirmation and removes the member from the list', async () => {
    const kicked = recorded(
      'kickMember',
      aGroup({ members: [aMember('Ann', { isHost: true, isAdmin: true })] }),
    )
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Kick Ben' }))
    await user.click(alertButton('Cancel'))
    expect(kicked).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Kick Ben' }))
    await user.click(alertButton('Kick'))
    await waitFor(() => expect(screen.queryByText('Ben')).toBeNull())
    expect(kicked).toEqual([{ userId: 'ben' }])
  })

  it('reports a failure', async () => {
    server.use(refuse('kickMember', 'INTERNAL', 'The ink ran out'))
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Kick Ben' }))
    await user.click(alertButton('Kick'))
    expect(await screen.findByText('Failed to kick member. Please try again.')).toBeVisible()
  })
})

describe('a poll from before a change', () => {
  /** Starts a poll that is answered with the group as it is now, and returns a function that lets it be answered. */
  async function startPoll() {
    const poll = held('getGroup', asHost)
    server.use(poll.handler)
    void queryClient.refetchQueries({ queryKey: ['group', 'owls'] })
    await poll.requested
    return async () => {
      poll.release()
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    }
  }

  it('does not bring a kicked member back, and members who joined meanwhile stay', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Kick Ben' }))
    act(() => {
      queryClient.setQueryData(['group', 'owls'], aGroup({ members: [...asHost.members, aMember('Cleo')] }))
    })
    const endPoll = await startPoll()
    server.use(reply('kickMember', asHost))
    await user.click(alertButton('Kick'))
    await waitFor(() => expect(screen.queryByText('Ben')).toBeNull())
    await endPoll()
    expect(screen.queryByText('Ben')).toBeNull()
    expect(screen.getByText('Cleo')).toBeVisible()
  })

  it('does not bring an old name back', async () => {
    const user = await open()
    const endPoll = await startPoll()
    server.use(reply('updateGroupSettings', aGroup({ name: 'Larks' })))
    await user.click(screen.getByRole('button', { name: 'Group settings' }))
    await user.type(screen.getByLabelText('Group name'), 's')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Larks' })).toBeVisible()
    await endPoll()
    expect(screen.getByRole('heading', { name: 'Larks' })).toBeVisible()
  })
})

describe('a host alone', () => {
  const alone = aGroup({ members: [aMember('Ann', { isHost: true, isAdmin: true })] })

  it('gets one thing to do: link, code and QR of the group, before the turn', async () => {
    server.use(reply('getGroup', alone), reply('getToday', { ...noGameToday }))
    await open()
    const ways = screen.getByRole('region', { name: 'Now get somebody to pass it to' })
    expect(within(ways).getByRole('button', { name: 'Copy Link' })).toBeVisible()
    expect(within(ways).getByRole('button', { name: 'Copy Code' })).toBeVisible()
    expect(within(ways).getByText('OWL123')).toBeVisible()
    const qr = await within(ways).findByRole('img', { name: /^QR code of the invitation/ })
    expect(modulesOf(qr)).toEqual(encodeQR(`${window.location.origin}/?code=OWL123`, 'raw', { border: 4 }))
    const turn = await screen.findByRole('button', { name: "Draw today's word" })
    expect(ways.compareDocumentPosition(turn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('sees the group once somebody has come', async () => {
    server.use(reply('getGroup', alone))
    await open()
    server.use(reply('getGroup', asHost))
    await queryClient.refetchQueries({ queryKey: ['group', 'owls'] })
    expect(await screen.findByText('Invite code')).toBeVisible()
    expect(screen.queryByText('Now get somebody to pass it to')).toBeNull()
  })
})

/** The dark modules of a drawn QR code, as the encoder returns them. */
function modulesOf(qr: HTMLElement): boolean[][] {
  const size = Number(qr.getAttribute('viewBox')?.split(' ')[2])
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const path = qr.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)]
    if (row) row[Number(x)] = true
  }
  return rows
}

describe('being kicked', () => {
  it('offers to create or join another group once the next poll is refused', async () => {
    await open()
    server.use(refuse('getGroup', 'FORBIDDEN', 'You are not in this group'), reply('getProfile', aUser()))
    await queryClient.refetchQueries({ queryKey: ['group', 'owls'] })
    expect(await screen.findByRole('link', { name: 'Join Existing Group' })).toBeVisible()
  })
})

describe('leaving', () => {
  it('asks for confirmation and goes home, even if the profile cannot be fetched afterwards', async () => {
    server.use(reply('leaveGroup', { success: true }))
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Leave Group' }))
    server.use(dropConnection('getProfile'))
    await user.click(alertButton('Leave Group'))
    expect(await screen.findByText('Game Progress')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    await user.click(screen.getByRole('link', { name: 'Group' }))
    expect(await screen.findByText('Create New Group')).toBeVisible()
  })

  it('reports a failure', async () => {
    server.use(refuse('leaveGroup', 'INTERNAL', 'The ink ran out'))
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Leave Group' }))
    await user.click(alertButton('Leave Group'))
    expect(await screen.findByText('Failed to leave group. Please try again.')).toBeVisible()
  })
})

describe('the settings', () => {
  async function openSettings() {
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Group settings' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Group Settings' }))
    return { user, dialog, name: dialog.getByLabelText('Group name') }
  }

  it('send only the changed fields', async () => {
    const sent = recorded('updateGroupSettings', aGroup({ name: 'Larks' }))
    const { user, dialog, name } = await openSettings()
    await user.clear(name)
    await user.type(name, '  Larks ')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Larks' })).toBeVisible()
    expect(sent).toEqual([{ name: 'Larks' }])
  })

  it('show the changes even if the response has only a part of the group', async () => {
    server.use(http.put('*/api/groups/owls/settings', () => HttpResponse.json({ success: true })))
    const { user, dialog, name } = await openSettings()
    await user.type(name, ' II')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Night Owls II' })).toBeVisible()
    expect(screen.getByText('OWL123')).toBeVisible()
  })

  it('require a name of at most 50 characters without contact details', async () => {
    const { user, dialog, name } = await openSettings()
    await user.clear(name)
    expect(dialog.getByText('Group name cannot be empty')).toBeVisible()
    // The error was there before, and may have been scrolled out of sight.
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(name).toHaveFocus()
    await user.paste('x'.repeat(51))
    expect(dialog.getByText('Group name must be 50 characters or less')).toBeVisible()
    await user.clear(name)
    await user.paste('my snap is jenny_12')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Group name cannot contain links or contact details')).toBeVisible()
  })

  it('stay open when a selection of text ends outside', async () => {
    const { user, name } = await openSettings()
    const sheet = screen.getByRole('dialog', { name: 'Group Settings' })
    await user.click(name)
    await user.paste(' and Larks')
    fireEvent.pointerDown(name)
    fireEvent.click(sheet)
    expect(name).toHaveValue('Night Owls and Larks')
    expect(sheet).toBeVisible()
    await user.click(sheet)
    expect(sheet).not.toBeInTheDocument()
  })

  it('say why a name is refused, or that saving failed', async () => {
    const why = 'The moderators have removed this name. Please choose another.'
    server.use(refuse('updateGroupSettings', 'VALIDATION_FAILED', why))
    const { user, dialog, name } = await openSettings()
    await user.type(name, ' II')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(why)).toBeVisible()
    server.use(refuse('updateGroupSettings', 'INTERNAL', 'The ink ran out'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Failed to save settings. Please try again.')).toBeVisible()
  })
})
