import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { storeGroupCode } from '../../session/device/pending-group-code.ts'
import { aGroup, aToday, aUser, someResults } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { held, recorded, refuse, reply, server } from '../../testing/server.ts'

const newcomer = aUser({ username: 'Player4821', finishedOnboarding: false })

beforeEach(() => {
  server.use(
    reply('signInDevice', { user: newcomer, token: 'token-1', isNewUser: true }),
    reply('getProfile', newcomer),
    reply('getToday', aToday({ canStartTurn: true })),
  )
})

const openProfileStep = () => begin(renderApp('/'))

async function begin(app: ReturnType<typeof renderApp>) {
  await app.user.click(await screen.findByRole('button', { name: 'Get Started' }))
  return { ...app, name: await screen.findByLabelText('Username') }
}

const start = () => screen.getByRole('button', { name: 'Start Playing!' })

describe('onboarding', () => {
  it('welcomes the player, asks for name and avatar, and offers three ways to play', async () => {
    const saved = recorded('updateProfile', aUser())
    const { user } = renderApp('/')
    for (const blurb of ["Draw today's word", 'Guess what others drew', 'Play with friends']) {
      expect(await screen.findByText(blurb)).toBeVisible()
    }
    expect(document.title).toBe('Inkling - Welcome')
    await user.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(await screen.findByRole('heading', { name: 'Set Up Your Profile' })).toBeVisible()
    await user.type(screen.getByLabelText('Username'), 'Ann')
    await user.click(screen.getByRole('radio', { name: 'cat' }))
    await user.click(start())
    expect(await screen.findByRole('link', { name: /Play Solo/ })).toHaveAttribute('href', '/')
    expect(screen.getByRole('link', { name: /Create Group/ })).toHaveAttribute('href', '/group/create')
    expect(screen.getByRole('link', { name: /Join Group/ })).toHaveAttribute('href', '/group/join')
    expect(saved).toEqual([
      {
        username: 'Ann',
        avatar: `${window.location.origin}/avatars/custom/3-cat.svg`,
        finishedOnboarding: true,
      },
    ])
    expect(localStorage.getItem(KEY.onboardingComplete)).toBe('true')
    await user.click(screen.getByRole('link', { name: /Play Solo/ }))
    // Back does not lead into the onboarding again.
    await waitFor(() => {
      expect(window.history.state.idx).toBe(0)
      expect(window.location.pathname).toBe('/')
      expect(screen.getByText('Ready to Play!')).toBeVisible()
    })
  })

  it('saves the profile once, however often the button is pressed', async () => {
    const calls = vi.spyOn(globalThis, 'fetch')
    const saving = held('updateProfile', aUser())
    server.use(saving.handler)
    const { user, name } = await openProfileStep()
    await user.type(name, 'Ann')
    const form = name.closest('form') as HTMLFormElement
    for (let presses = 0; presses < 3; presses++) fireEvent.submit(form)
    await saving.requested
    fireEvent.submit(form)
    saving.release()
    expect(await screen.findByRole('link', { name: /Play Solo/ })).toBeVisible()
    expect(calls.mock.calls.filter(([, init]) => init?.method === 'PUT')).toHaveLength(1)
  })

  it('chooses an avatar beforehand, so that only the name is missing, which is marked', async () => {
    const { user, name } = await openProfileStep()
    expect(name).toHaveFocus()
    expect(name).toHaveValue('')
    const chosen = screen.getByRole('radio', { checked: true })
    await user.click(start())
    expect(screen.getByText('Please choose both a username and avatar')).toBeVisible()
    expect(name).toHaveFocus()
    await waitFor(() => expect(name).toBeInvalid())
    await user.click(screen.getByRole('button', { name: 'Random avatar' }))
    expect(chosen).not.toBeChecked()
    expect(screen.getByRole('radio', { checked: true })).toBeInTheDocument()
    expect(screen.queryByText('Please choose both a username and avatar')).toBeNull()
  })

  it('refuses a wrong name, and generates a random one', async () => {
    const { user, name } = await openProfileStep()
    expect(name).toHaveAttribute('maxlength', '20')
    await user.type(name, '_a')
    expect(await screen.findByText('Username cannot start or end with underscores or hyphens')).toBeVisible()
    await user.clear(name)
    expect(await screen.findByText('Username is required')).toBeVisible()
    await user.type(name, 'a')
    await user.click(start())
    expect(await screen.findByText('Please fix the username error before continuing')).toBeVisible()
    expect(screen.getByText('Username must be at least 2 characters long')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Random username' }))
    expect((name as HTMLInputElement).value).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{1,3}$/)
    expect(screen.queryByText('Please fix the username error before continuing')).toBeNull()
  })

  it('suggests other names for an inappropriate one', async () => {
    const { user, name } = await openProfileStep()
    await user.type(name, 'admin')
    expect(await screen.findByText('Try these instead:')).toBeVisible()
    expect(screen.getByText('Username contains inappropriate content')).toBeVisible()
    const offered = screen.getAllByRole('button', { name: /^[A-Z]\w+\d+$/ })
    expect(offered).toHaveLength(3)
    const [first] = offered
    const chosen = first?.textContent ?? ''
    if (first) await user.click(first)
    expect(name).toHaveValue(chosen)
    await waitFor(() => expect(screen.queryByText('Try these instead:')).toBeNull())
  })

  it('reports that the profile could not be saved', async () => {
    server.use(refuse('updateProfile', 'INTERNAL', 'The ink ran out'))
    const { user, name } = await openProfileStep()
    await user.type(name, 'Ann')
    await user.click(start())
    expect(await screen.findByText('Failed to save your profile. Please try again.')).toBeVisible()
  })

  it('reports a lost connection', async () => {
    renderApp('/')
    await screen.findByRole('button', { name: 'Get Started' })
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText('Offline')).toBeVisible()
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.getByText('Connection restored!')).toBeVisible()
  })

  it("preserves typed text after the browser's Back", async () => {
    server.use(reply('updateProfile', aUser()))
    const { user, name } = await openProfileStep()
    await user.type(name, 'Ann')
    await user.click(screen.getByRole('radio', { name: 'cat' }))
    const expectProfile = async () => {
      expect(await screen.findByLabelText('Username')).toHaveValue('Ann')
      expect(screen.getByRole('radio', { name: 'cat' })).toBeChecked()
    }
    act(() => window.history.back())
    await user.click(await screen.findByRole('button', { name: 'Get Started' }))
    await expectProfile()
    await user.click(start())
    expect(await screen.findByRole('link', { name: /Play Solo/ })).toBeVisible()
    act(() => window.history.back())
    await expectProfile()
  })
})

describe('an invitation', () => {
  async function arriveInvited(opened?: ReturnType<typeof renderApp>) {
    localStorage.setItem(KEY.pendingGroupCode, 'OWL123')
    server.use(reply('updateProfile', aUser()))
    const app = await begin(opened ?? renderApp('/'))
    await app.user.type(app.name, 'Ann')
    server.use(reply('getProfile', aUser({ groupId: 'owls' })), reply('getGroup', aGroup()))
    await app.user.click(start())
  }

  it('shows who invites, and opens the group right after onboarding', async () => {
    const owls = { id: 'owls', name: 'Night Owls', avatar: '🦉', memberCount: 4, faces: ['🐸', '🐙'] }
    const lookup = held('lookupGroup', owls)
    server.use(
      reply('joinGroup', aGroup()),
      reply('getToday', aToday({ canStartTurn: true, gameType: 'group' })),
      lookup.handler,
    )
    localStorage.setItem(KEY.pendingGroupCode, 'OWL123')
    const app = renderApp('/')
    expect(await screen.findByRole('region', { name: 'Your invitation' })).toHaveTextContent(
      'You are invited',
    )
    lookup.release()
    expect(await screen.findByText('wants you!')).toBeVisible()
    // To be read by screen readers only, because the faces show it.
    expect(screen.getByText('4 players are in.')).toHaveClass('visually-hidden')
    // The faces of two, and that there are two more.
    for (const face of ['🐸', '🐙', '+2']) expect(screen.getByText(face)).toBeVisible()
    expect(screen.getByText('You join when you have a name.')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(await screen.findByText('Joining Night Owls')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Back' }))
    await arriveInvited(app)
    expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
    expect(window.location.pathname).toBe('/group')
    expect(localStorage.getItem(KEY.pendingGroupCode)).toBeNull()
    expect(screen.getByText('You are in!').parentElement).toHaveTextContent('You are in! 1 friend plays here')
    expect(screen.getByRole('link', { name: "Draw today's word" })).toBeVisible()
    // The newcomer followed an invitation, so this would be no news.
    expect(screen.queryByText(/^The link brought you/)).toBeNull()
  })

  it('greets with the turn, and shows the rest of the group on request', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getGroup', aGroup()))
    renderApp('/group', { usr: { joined: true } })
    expect(await screen.findByText('You are in!')).toBeVisible()
    for (const later of ['Invite code', 'Leave Group', 'Members'])
      expect(screen.queryByText(later)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'See the group' }))
    for (const now of ['Invite code', 'Leave Group', 'Members']) expect(screen.getByText(now)).toBeVisible()
    expect(screen.queryByText('You are in!')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Night Owls' })).toHaveFocus()
  })
})

describe('a stranger behind a link to results', () => {
  async function playNow() {
    server.use(reply('getPublicResults', someResults()), reply('updateProfile', aUser()))
    const app = renderApp('/public/results/game1')
    expect(await screen.findByRole('heading', { name: 'Game Results' })).toBeVisible()
    await app.user.click(screen.getAllByRole('link', { name: 'Play Now' })[0] as HTMLElement)
    const { name, user } = await begin(app)
    await user.type(name, 'Ann')
    server.use(reply('getProfile', aUser({ groupId: 'owls' })), reply('getGroup', aGroup()))
    await user.click(start())
  }

  it('joins the group of its code after onboarding', async () => {
    storeGroupCode({ pathname: '/', search: '?code=OWL123' })
    const codes = recorded('joinGroup', aGroup())
    server.use(
      // A server without invitations tells the group once the player is signed in.
      refuse('getInvitation', 'NOT_FOUND', 'Not found'),
      reply('lookupGroup', { id: 'owls', name: 'Night Owls', avatar: null, memberCount: 4 }),
    )
    await playNow()
    expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
    expect(window.location.pathname).toBe('/group')
    expect(codes).toEqual([{ code: 'OWL123' }])
  })

  it('may play solo if the link has no code', async () => {
    await playNow()
    expect(await screen.findByRole('link', { name: /Play Solo/ })).toBeVisible()
  })
})
