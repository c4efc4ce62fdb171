import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { aParticipant, aToday, PNG, someResults } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { held, reply, server, stall } from '../../testing/server.ts'
import { refreshToday } from '../../turn/today.ts'

const participants = [
  aParticipant('Ann', { status: 'completed' }),
  aParticipant('Ben', { status: 'skipped' }),
  aParticipant('Cleo'),
]

const countOf = (label: string) => {
  const row = screen.getByText(label).closest('div') as HTMLElement
  return within(row).getByRole('definition').textContent
}

beforeEach(() => signedInAs())

describe('the submitted screen', () => {
  it('counts completed and pending players', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed', participants })))
    renderApp('/game/submitted')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(screen.getByText('Results will be revealed tomorrow!')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/^Next word in/)
    expect(countOf('Players Completed')).toBe('2')
    expect(countOf('Players Pending')).toBe('1')
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(screen.queryByRole('link', { name: 'View Complete Results' })).toBeNull()
  })

  it('says that the time ran out, and only then', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed', participants })))
    const { unmount } = renderApp('/game/submitted')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(screen.queryByText(/We sent what you had/)).toBeNull()
    unmount()
    renderApp('/game/submitted', { usr: { isLate: true } })
    expect(await screen.findByText('Time! We sent what you had.')).toBeVisible()
  })

  it.each(['/game/submitted', '/game/complete'])('%s tells the truth after midnight', async (path) => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed', participants })))
    renderApp(path)
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    server.use(reply('getToday', aToday({ gameId: 'game2', yourStatus: 'pending', canStartTurn: true })))
    await act(() => refreshToday())
    expect(await screen.findByText('A new day has begun')).toBeVisible()
    expect(screen.queryByText('Results will be revealed tomorrow!')).toBeNull()
    expect(screen.getByRole('link', { name: 'See Results' })).toHaveAttribute('href', '/game/results')
  })

  it('leads to the results of the ended game, in one call', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed', participants })))
    const { user } = renderApp('/game/complete')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    server.use(
      // The page does not wait for it.
      stall('getYesterdayResults'),
      reply('getToday', aToday({ gameId: 'game2', yourStatus: 'pending' })),
      reply('getReactions', { gameId: 'game1', stepReactions: [] }),
      reply('getGame', ({ url }) =>
        someResults({ gameId: new URL(url).pathname.split('/').at(-1) as string }),
      ),
    )
    rememberOpened('game1')
    await act(() => refreshToday())
    await user.click(await screen.findByRole('link', { name: 'See Results' }))
    expect(await screen.findByLabelText('Summary')).toBeVisible()
  })

  it("shows 'Updating your game status...' until the game is loaded", async () => {
    const today = aToday({ yourStatus: 'completed', participants })
    const again = held('getToday', today)
    const first = () => {
      server.use(again.handler)
      return today
    }
    server.use(reply('getToday', first))
    renderApp('/game/submitted')
    expect(await screen.findByText('Updating your game status...')).toBeVisible()
    again.release()
    expect(await screen.findByText('Players Pending')).toBeVisible()
  })

  it('links to the results of a completed game', async () => {
    server.use(reply('getToday', aToday({ status: 'completed', yourStatus: 'completed', participants })))
    renderApp('/game/submitted')
    expect(await screen.findByRole('link', { name: 'View Complete Results' })).toHaveAttribute(
      'href',
      '/game/results',
    )
    expect(screen.getByText('The chain is complete!')).toBeVisible()
    expect(screen.getByText('Results will be revealed tomorrow!')).toBeVisible()
  })

  it.each([
    ['drawing', { drawing: PNG }, 'Your drawing', 'kettle'],
    ['guess', { guess: 'a hat' }, 'The drawing that you guessed', 'a hat'],
  ])("shows the player's own %s", async (_, yourSubmission, alt, text) => {
    server.use(
      reply(
        'getToday',
        aToday({
          yourStatus: 'completed',
          yourSubmission,
          yourPreviousEntry: { drawing: PNG },
          word: 'kettle',
        }),
      ),
    )
    renderApp('/game/submitted')
    expect(await screen.findByAltText(alt)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  })
})

describe('the review of a turn', () => {
  it('shows the submission', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed', yourSubmission: { guess: 'a hat' } })))
    renderApp('/game/complete')
    expect(await screen.findByText('a hat')).toBeVisible()
    expect(screen.getByText('Results will be revealed tomorrow!')).toBeVisible()
    expect(document.title).toBe('Inkling - Turn Complete')
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/')
  })
})
