import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as version from '../platform/version.ts'
import { aGroup, aParticipant, aToday, aTurn, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { reply, server, stall } from '../testing/server.ts'
import { loadScreen } from '../ui/page/load-screen.ts'
import { App } from './app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

const AVATAR = 'https://inkling.example/avatars/custom/3-cat.svg'

beforeEach(() => {
  signedInAs(aUser({ avatar: AVATAR }))
  server.use(
    reply('getToday', aToday({ canStartTurn: true, participants: [aParticipant('Ann')] })),
    reply('startTurn', aTurn()),
    reply('getGroup', aGroup()),
    stall('getPublicResults'),
  )
})

const nav = () => screen.queryByRole('navigation', { name: 'Main' })

describe('the document title', () => {
  it.each([
    ['/', 'Play', true],
    ['/group', 'Group', true],
    ['/history', 'History', true],
    ['/History/', 'History', true],
    ['/profile', 'Profile', true],
    ['/game/draw', 'Drawing', false],
    ['/game/guess', 'Guessing', false],
    ['/game/results', 'Results', false],
    ['/public/results/game1', 'Results', false],
    ['/group/create', 'Create Group', false],
    ['/group/join', 'Join Group', false],
    ['/how-to-play', 'How to Play', false],
    ['/privacy-policy', 'Privacy Policy', false],
    ['/terms-of-use', 'Terms of Use', false],
    ['/game/ready', 'Get Ready', false],
    ['/game/complete', 'Turn Complete', false],
    ['/game/submitted', 'Turn Complete', false],
  ])('of %s is Inkling - %s; tabs: %s', async (path, title, hasTabs) => {
    renderApp(path)
    await screen.findByRole('main')
    await vi.waitFor(() => expect(document.title).toBe(`Inkling - ${title}`), 15_000)
    await vi.waitFor(() => expect(nav() !== null).toBe(hasTabs), 15_000)
  })
})

describe('the tabs', () => {
  it("lead to the four screens and show the player's avatar", async () => {
    renderApp('/')
    await screen.findByText('Ready to Play!')
    const links = within(nav() as HTMLElement).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Play', '/'],
      ['Group', '/group'],
      ['History', '/history'],
      ['Profile', '/profile'],
    ])
    expect(links[3]?.querySelector('img')).toHaveAttribute('src', '/avatars/custom/3-cat.svg')
    expect(links[0]).toHaveAttribute('aria-current', 'page')
  })

  it('show no avatar if there is none', async () => {
    signedInAs(aUser())
    renderApp('/profile')
    await screen.findByText('Version 1.0.0')
    expect((nav() as HTMLElement).querySelector('img')).toBeNull()
  })
})

describe('any other path', () => {
  it('is a 404 page with links to the main screens', async () => {
    renderApp('/torn/out')
    expect(await screen.findByText('404')).toBeVisible()
    for (const [name, path] of [
      ['Go to Home', '/'],
      ['How to Play', '/how-to-play'],
      ['Group', '/group'],
      ['Profile', '/profile'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', path)
    }
    expect(screen.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  })

  it('goes back to the previous page, and home in a fresh tab', async () => {
    const { user, unmount } = renderApp('/torn-out')
    await user.click(await screen.findByRole('button', { name: 'Go Back' }))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    unmount()

    // The router's state after following a link.
    window.history.replaceState({ key: 'later', idx: 1 }, '', '/torn-out')
    render(<App />)
    const back = vi.spyOn(window.history, 'go').mockImplementation(() => {})
    await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }))
    expect(back).toHaveBeenCalledWith(-1)
  })

  it('goes back across a load of the whole page', async () => {
    vi.stubGlobal('navigation', { canGoBack: true })
    const { user } = renderApp('/torn-out')
    const back = vi.spyOn(window.history, 'go')
    await user.click(await screen.findByRole('button', { name: 'Go Back' }))
    expect(back).toHaveBeenCalledWith(-1)
  })
})

describe('the focus', () => {
  it('moves to the heading of the page that a tab opens', async () => {
    const { user } = renderApp('/')
    await screen.findByText('Ready to Play!')
    expect(document.body).toHaveFocus()
    await user.click(within(nav() as HTMLElement).getByRole('link', { name: 'Profile' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toHaveFocus()
  })

  it('returns to the button that opened a dialog when the dialog closes', async () => {
    const { user } = renderApp('/profile')
    const opener = await screen.findByRole('button', { name: 'Change avatar' })
    await user.click(opener)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 15_000)
    expect(opener).toHaveFocus()
  })

  it('moves to the heading if the element that opened the dialog is disabled', async () => {
    const { user } = renderApp('/profile')
    const opener = await screen.findByRole('button', { name: 'Change avatar' })
    await user.click(opener)
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    opener.setAttribute('disabled', '')
    await user.click(cancel)
    expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toHaveFocus()
  })
})

describe('the legal texts', () => {
  it.each(['/privacy-policy', '/terms-of-use'])(
    'of %s state their last update and the rule for children',
    async (path) => {
      renderApp(path)
      expect(await screen.findByText(/last updated January 2025/)).toBeVisible()
      expect(screen.getByRole('heading', { name: 'Children under 13' })).toBeVisible()
    },
  )
})

function Inked({ ink }: { ink: { isOut: boolean } }) {
  if (ink.isOut) throw new Error('The ink ran out')
  return <p>all is well</p>
}

describe('a screen that throws while rendering', () => {
  it('is replaced by an error message with retry and refresh', async () => {
    const ink = { isOut: true }
    const user = userEvent.setup()
    vi.mocked(console.error).mockImplementation(() => {})
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    render(
      <MemoryRouter>
        <ErrorBoundary>
          <Inked ink={ink} />
        </ErrorBoundary>
      </MemoryRouter>,
    )
    expect(screen.getByText('Something went wrong')).toBeVisible()
    expect(screen.getByText(/Reload it/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Refresh Page' }))
    expect(reload).toHaveBeenCalledOnce()
    ink.isOut = false
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(screen.getByText('all is well')).toBeVisible()
    vi.mocked(console.error).mockClear()
  })
})

describe('a screen whose code does not load', () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const there = { default: () => <p>all is well</p> }

  function open(load: () => Promise<typeof there>) {
    const Screen = loadScreen(load)
    render(
      <ErrorBoundary>
        <Suspense>
          <Screen />
        </Suspense>
      </ErrorBoundary>,
    )
    return userEvent.setup()
  }

  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockReturnValue()
  })
  // React and the boundary log the failure.
  afterEach(() => {
    vi.mocked(console.error).mockClear()
  })

  it("is loaded again by 'Try Again'", async () => {
    let isThere = false
    const load = vi.fn(() => (isThere ? Promise.resolve(there) : missing()))
    const user = open(load)
    await screen.findByText('Something went wrong')
    expect(load).toHaveBeenCalledOnce()
    isThere = true
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('all is well')).toBeVisible()
    expect(window.location.reload).not.toHaveBeenCalled()
  })

  it('is reloaded with the page when the server has another version', async () => {
    const entry = vi.spyOn(version, 'versionOnServer').mockResolvedValue(null)
    const user = open(missing)
    await screen.findByText('Something went wrong')
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled())
    expect(window.location.reload).not.toHaveBeenCalled()
    entry.mockResolvedValue('/assets/index-2.js')
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
  })
})
