import { SHELL } from '@inkling/mock-server/contract/constants'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as analytics from '../platform/analytics.ts'
import { KEY } from '../platform/storage.ts'
import { SILENCE_LIMIT_MS } from '../session/server/api.ts'
import { clearSession, useSession } from '../session/session-store.ts'
import { aGroup, aToday, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { recorded, refuse, reply, server, stall } from '../testing/server.ts'
import { beginSignIn } from './startup.tsx'

beforeEach(() => {
  // The test setup skips the splash; these tests need its real duration.
  vi.spyOn(SHELL, 'splashMs', 'get').mockRestore()
  expect(SHELL.splashMs).toBeGreaterThan(0)
  vi.spyOn(analytics, 'track')
  server.use(reply('getToday', aToday({ canStartTurn: true })))
})

describe('after Log Out', () => {
  it('the startup screen welcomes the player by name and signs in on Continue', async () => {
    localStorage.setItem(KEY.deviceId, 'device_1_ann')
    localStorage.setItem(KEY.loggedOut, 'Ann')
    const signIns = recorded('signInDevice', { user: aUser(), token: 'token-1', isNewUser: false })
    server.use(reply('getProfile', aUser()))
    const { user } = renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ann!' })).toBeVisible()
    expect(signIns).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Continue as Ann' }))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(signIns).toHaveLength(1)
    expect(localStorage.getItem(KEY.loggedOut)).toBeNull()
  })
})

describe('the link of another device', () => {
  let previews: unknown[] = []
  beforeEach(() => {
    previews = recorded('previewMove', ({ code }) => ({
      username: `Owner-of-${code.slice(0, 4)}`,
      avatar: null,
    }))
    signedInAs()
  })

  it('says whose player this becomes, and Cancel takes it out of the address', async () => {
    const { user } = renderApp('/?from=a-friend#move=ABCD2346')
    expect(await screen.findByText('You become Owner-of-ABCD on this device.')).toBeVisible()
    expect(previews).toEqual([{ code: 'ABCD2346' }])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(window.location.href).toMatch(/\/\?from=a-friend$/)
  })

  it('opens in a tab that shows the game already, and a second link has its own code', async () => {
    renderApp('/')
    await screen.findByText('Ready to Play!')
    for (const code of ['ABCD2346', 'WXYZ2346']) {
      act(() => {
        window.location.hash = `#move=${code}`
      })
      const name = `Owner-of-${code.slice(0, 4)}`
      expect(await screen.findByText(`You become ${name} on this device.`)).toBeVisible()
    }
    expect(previews).toEqual([{ code: 'ABCD2346' }, { code: 'WXYZ2346' }])
  })
})

describe('a turn that was left while its drawing was being submitted', () => {
  it.each([
    ['opens again', 'playing', '/game/draw'],
    ['does not open when it is over', 'completed', '/'],
  ] as const)('%s', async (_, yourStatus, path) => {
    localStorage.setItem(KEY.submitting, 'turn1')
    signedInAs()
    server.use(reply('getToday', aToday({ yourStatus })), stall('startTurn'), stall('pingActivity'))
    renderApp('/')
    await waitFor(() => expect(screen.queryByText("Loading Today's Fun...")).toBeNull())
    expect(window.location.pathname).toBe(path)
  })
})

describe('the startup screen of the page', () => {
  const MINUTE = 60_000

  async function openAfter(shownMs: number) {
    vi.spyOn(SHELL, 'splashMs', 'get').mockReturnValue(MINUTE as 500)
    const shownAt = performance.now() - shownMs
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{ startTime: shownAt } as PerformanceEntry])
    signedInAs()
    return renderApp('/')
  }
  const showInPage = () => {
    const page = document.createElement('div')
    page.className = 'starting'
    document.body.append(page)
    return page
  }

  it('counts for the shortest time of the startup screen', async () => {
    const page = showInPage()
    await openAfter(MINUTE)
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    page.remove()
  })

  it('does not count if another screen was displayed since', async () => {
    await openAfter(MINUTE)
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(screen.getByText("Loading Today's Fun...")).toBeVisible()
  })

  it('is used to sign in', async () => {
    vi.spyOn(SHELL, 'splashMs', 'get').mockReturnValue(0 as 500)
    signedInAs()
    clearSession()
    const signIns = recorded('signInDevice', { user: aUser(), token: 'token-1', isNewUser: false })
    beginSignIn('/how-to-play')
    expect(useSession.getState().isLoading).toBe(false)
    beginSignIn('/')
    expect(useSession.getState().isLoading).toBe(true)
    renderApp('/')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(signIns).toHaveLength(1)
  })
})

describe('the startup screen', () => {
  it('keeps its text while the session starts', async () => {
    server.use(
      reply('signInDevice', { user: aUser(), token: 'token-1', isNewUser: false }),
      reply('getProfile', aUser()),
    )
    const said = new Set<string>()
    const look = () => {
      for (const text of ['Setting up your experience...', "Loading Today's Fun..."]) {
        if (document.body.textContent?.includes(text)) said.add(text)
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    renderApp('/')
    await screen.findByText('Ready to Play!')
    observer.disconnect()
    expect([...said]).toEqual(['Setting up your experience...'])
  })

  it('is shown for half a second, however fast the server is', async () => {
    signedInAs()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    renderApp('/')
    expect(screen.getByText("Loading Today's Fun...")).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(screen.queryByRole('heading', { name: 'Play' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    expect(await screen.findByRole('heading', { name: 'Play' })).toBeInTheDocument()
  })

  it('waits for nothing whose failure is only logged', async () => {
    // Longer than the test waits for the screen.
    vi.spyOn(SILENCE_LIMIT_MS, 'read', 'get').mockReturnValue(60_000 as 10_000)
    signedInAs()
    server.use(stall('getProfile'), stall('getExtensions'))
    renderApp('/')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
  })

  it('says why it failed, and retries; the app-open is tracked once', async () => {
    server.use(refuse('signInDevice', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/')
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible()
    expect(screen.getByText('The ink ran out')).toBeVisible()
    server.use(
      reply('signInDevice', { user: aUser(), token: 'token-1', isNewUser: false }),
      reply('getProfile', aUser()),
    )
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(vi.mocked(analytics.track).mock.calls).toEqual([['app_open', {}]])
    expect(Number(localStorage.getItem(KEY.sessionStart))).toBeGreaterThan(0)
  })

  it('records the session length when the page is hidden', async () => {
    signedInAs()
    renderApp('/')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    localStorage.setItem(KEY.sessionStart, String(Date.now() - 60_000))
    window.dispatchEvent(new Event('pagehide'))
    expect(analytics.track).toHaveBeenLastCalledWith('session_length', { seconds: 60 })
  })
})

describe('an invitation for a signed-in player', () => {
  beforeEach(() => {
    signedInAs()
    localStorage.setItem(KEY.pendingGroupCode, 'OWL123')
  })

  it.each(['/history', '/how-to-play', '/privacy-policy', '/public/results/game1'])(
    'opened at %s leads to the group',
    async (path) => {
      const sent = recorded('joinGroup', aGroup())
      server.use(
        reply('getGroup', aGroup()),
        reply('getProfile', aUser({ groupId: 'owls' })),
        stall('getPublicResults'),
      )
      renderApp(path)
      expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
      expect(window.location.pathname).toBe('/group')
      expect(sent).toEqual([{ code: 'OWL123' }])
      expect(localStorage.getItem(KEY.pendingGroupCode)).toBeNull()
    },
  )

  it('that is invalid is dropped silently and leads home', async () => {
    server.use(refuse('joinGroup', 'NOT_FOUND', 'No such group'))
    renderApp('/history')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(localStorage.getItem(KEY.pendingGroupCode)).toBeNull())
  })

  it('stays pending on a page outside the startup flow until the player has signed in', async () => {
    clearSession()
    renderApp('/how-to-play')
    expect(await screen.findByRole('heading', { name: 'How to Play' })).toBeVisible()
    expect(localStorage.getItem(KEY.pendingGroupCode)).toBe('OWL123')
  })
})
