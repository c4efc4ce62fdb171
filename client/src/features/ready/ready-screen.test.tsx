import { addDays } from '@inkling/mock-server/rules/time/day'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SCREENS } from '../../app/screens.ts'
import { gameDayAt } from '../../day/game-day.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { QUERY, queryClient } from '../../session/server/query-client.ts'
import { aDay, aParticipant, aToday, aTurn } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { refuse, reply, server, stall } from '../../testing/server.ts'
import { logUsageEvents } from '../../testing/usage-events.ts'
import { ScreenNotLoaded } from '../../ui/page/load-screen.ts'

const can = (parts: Parameters<typeof aToday>[0] = {}) => aToday({ canStartTurn: true, ...parts })
/** The button that starts the turn, once it is enabled. */
async function go() {
  const button = await screen.findByRole('button', { name: "Let's Go!" })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

beforeEach(() => {
  signedInAs()
})

describe('the ready screen', () => {
  it('shows the first player their position and what they will see', async () => {
    server.use(reply('getToday', can()))
    renderApp('/game/ready')
    expect(await screen.findByText("You're First!")).toBeVisible()
    for (const text of [
      'Time to Draw!',
      'Draw the word',
      '5 minutes',
      "You'll see the word to draw",
      'Results at midnight EST',
    ]) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(document.title).toBe('Inkling - Get Ready')
  })

  it.each([
    ['drawing', 'Time to Draw!', 'Draw the guess', "You'll see what to draw"],
    ['guessing', 'Time to Guess!', 'Guess the drawing', "You'll see a drawing to guess"],
  ] as const)('announces a %s turn to a later player', async (yourNextTurnType, title, hint, sight) => {
    const participants = [
      aParticipant('Ben', { status: 'completed' }),
      aParticipant('Cleo', { status: 'skipped' }),
      aParticipant('Ann'),
    ]
    server.use(reply('getToday', can({ yourNextTurnType, participants })))
    renderApp('/game/ready')
    expect(await screen.findByText('Player #3')).toBeVisible()
    for (const text of [title, hint, sight]) expect(screen.getByText(text)).toBeVisible()
  })

  it("shows 'Loading game...' until today's game is loaded", async () => {
    let requests = 0
    server.use(
      // The first fetch, by the startup screen, fails.
      reply('getToday', () =>
        requests++ === 0 ? Promise.reject(HttpResponse.error()) : new Promise<never>(() => {}),
      ),
    )
    renderApp('/game/ready')
    expect(await screen.findByText('Loading game...')).toBeVisible()
  })

  it('shows the word to the first player who draws, even after skipped players', async () => {
    const participants = [aParticipant('Ben', { status: 'skipped' }), aParticipant('Ann')]
    server.use(reply('getToday', can({ participants })))
    renderApp('/game/ready')
    expect(await screen.findByText('Player #2')).toBeVisible()
    expect(screen.getByText('Draw the word')).toBeVisible()
    expect(screen.getByText("You'll see the word to draw")).toBeVisible()
  })

  it('starts the turn and opens its screen', async () => {
    const usageEvents = logUsageEvents()
    const startTurn = vi.fn(() => aTurn())
    const currentTurn = { userId: 'ann', username: 'Ann', type: 'guessing' } as const
    server.use(
      reply('getToday', () =>
        startTurn.mock.calls.length > 0 ? aToday({ yourStatus: 'playing', currentTurn }) : can(),
      ),
      reply('startTurn', startTurn),
    )
    const { user } = renderApp('/game/ready')
    await user.click(await go())
    expect(await screen.findByPlaceholderText('Write your guess')).toBeVisible()
    expect(window.location.pathname).toBe('/game/guess')
    expect(usageEvents()).toContainEqual({ name: 'turn_start', game_id: 'game1', turn_type: 'guess' })
  })

  it('reports that the turn did not start, and shows who plays instead', async () => {
    const currentTurn = { userId: 'ben', username: 'Ben', type: 'drawing' } as const
    const startTurn = refuse('startTurn', 'CONFLICT', 'Ben is currently playing', () =>
      server.use(reply('getToday', aToday({ currentTurn }))),
    )
    server.use(reply('getToday', can()), startTurn)
    const { user } = renderApp('/game/ready')
    await user.click(await go())
    expect(await screen.findByText('Ben is currently playing')).toBeVisible()
    expect(screen.getByRole('button', { name: "Let's Go!" })).toBeDisabled()
    expect(window.location.pathname).toBe('/game/ready')
    expect(console.info).toHaveBeenCalledWith('Failed to start turn:', expect.any(Error))
    // One reason is enough.
    expect(screen.queryByText(/The turn did not start/)).toBeNull()
  })

  it('passes on what the operator says during maintenance', async () => {
    server.use(reply('getToday', can()), refuse('startTurn', 'UNAVAILABLE', 'Back at three.'))
    const { user } = renderApp('/game/ready')
    await user.click(await go())
    expect(await screen.findByText('Back at three.')).toBeVisible()
    expect(screen.getByText('A short pause')).toBeVisible()
    expect(await go()).toBeEnabled()
  })

  it('starts no turn whose screen cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(SCREENS.draw, 'ensure').mockRejectedValueOnce(
      new ScreenNotLoaded(async () => {}, vi.fn(), new Error('gone')),
    )
    const started = vi.fn(() => aTurn())
    server.use(reply('getToday', can()), reply('startTurn', started))
    const { user } = renderApp('/game/ready')
    await user.click(await go())
    expect(await screen.findByText(/This page could not be loaded/)).toBeVisible()
    vi.mocked(console.error).mockClear()
    expect(started).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await go()).toBeVisible()
  })

  it('can be retried when the turn did not start', async () => {
    server.use(reply('getToday', can()), refuse('startTurn', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/game/ready')
    await user.click(await go())
    const button = await go()
    expect(await screen.findByText('The turn did not start. Please try again.')).toBeVisible()
    server.use(stall('startTurn'))
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Starting...' })).toBeVisible()
    expect(screen.queryByText('The turn did not start. Please try again.')).toBeNull()
  })

  it('lets the player pass, after a confirmation', async () => {
    const skipped = vi.fn(() => aToday({ yourStatus: 'skipped' }))
    server.use(
      reply('getToday', () => (skipped.mock.calls.length > 0 ? aToday({ yourStatus: 'skipped' }) : can())),
      reply('skipTurn', skipped),
    )
    const { user } = renderApp('/game/ready')
    await go()
    await user.click(screen.getByRole('button', { name: 'Pass' }))
    const question = screen.getByRole('alertdialog', { name: 'Pass this turn?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(skipped).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Pass' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Pass' }))
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    expect(skipped).toHaveBeenCalledTimes(1)
  })

  it('says what becomes of the streak, and offers not to pass first', async () => {
    const today = gameDayAt(serverNow())
    const entries = [1, 2, 3].map((ago) => aDay({ gameId: `g${ago}`, date: addDays(today, -ago) }))
    server.use(
      reply('getToday', () => can()),
      reply('skipTurn', aToday({ yourStatus: 'skipped' })),
      reply('getHistory', { entries, nextBefore: null, summary: { daysPlayed: 3, participated: 3 } }),
    )
    const { user } = renderApp('/game/ready')
    await go()
    await waitFor(() => expect(queryClient.isFetching({ queryKey: QUERY.history })).toBe(0))
    await user.click(screen.getByRole('button', { name: 'Pass' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Pass this turn?' }))
    expect(question.getByText(/Your streak of 3 days ends\./)).toBeVisible()
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveClass('primary')
    expect(question.getByRole('button', { name: 'Pass' })).not.toHaveClass('primary')
    server.use(reply('getToday', aToday({ yourStatus: 'skipped' })))
    await user.click(question.getByRole('button', { name: 'Pass' }))
    expect(await screen.findByText(/^You passed today/)).toBeVisible()
  })

  it('reports a failure to pass, and remains open', async () => {
    server.use(reply('getToday', can()), refuse('skipTurn', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/game/ready')
    await go()
    await user.click(screen.getByRole('button', { name: 'Pass' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Pass' }))
    expect(await screen.findByText('Failed to skip turn. Please try again.')).toBeVisible()
    expect(await go()).toBeVisible()
  })

  it("goes home with 'Not now'", async () => {
    server.use(reply('getToday', can()))
    const { user } = renderApp('/game/ready')
    await user.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  it('goes home when there is no turn to start', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed' })))
    renderApp('/game/ready')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  const BEN = { userId: 'ben', username: 'Ben', type: 'drawing' } as const
  it.each([
    ["You've already completed your turn for today!", { yourStatus: 'completed' }],
    ['You have an active turn in progress', { yourStatus: 'playing' }],
    ['Ben is currently playing', { currentTurn: BEN }],
    ['You cannot play right now', {}],
  ] as const)('explains: %s', async (note, parts) => {
    // The first two fetches find a turn to start, later ones do not.
    const first = can()
    const later = aToday(parts)
    let requests = 0
    server.use(reply('getToday', () => (requests++ < 2 ? first : later)))
    renderApp('/game/ready')
    const button = await go()
    await queryClient.refetchQueries()
    await queryClient.refetchQueries()
    expect(await screen.findByText(note)).toBeVisible()
    expect(button).toBeDisabled()
  })
})
