import { POLL } from '@inkling/mock-server/contract/constants'
import { addDays } from '@inkling/mock-server/rules/time/day'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { gameDayAt } from '../../day/game-day.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { KEY } from '../../platform/storage.ts'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { rememberPassed } from '../../session/device/passed-game.ts'
import { SILENCE_LIMIT_MS } from '../../session/server/api.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { aDay, aGroup, aParticipant, aToday, aTurn, aUser, PNG, twoSteps } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { dropConnection, held, onceClicked, refuse, reply, server, stall } from '../../testing/server.ts'
import { refreshToday } from '../../turn/today.ts'
import { drawingUrl } from '../../ui/turn/drawing-image.tsx'

beforeEach(() => signedInAs())

describe('the status panels', () => {
  it("offers to resume the player's turn", async () => {
    server.use(
      reply(
        'getToday',
        aToday({
          yourStatus: 'playing',
          currentTurn: { userId: 'ann', username: 'Ann', type: 'guessing' },
        }),
      ),
      reply('startTurn', aTurn()),
    )
    const { user } = renderApp('/')
    expect(await screen.findByText('Your Turn')).toBeVisible()
    expect(await screen.findByRole('timer', { name: 'Time left' })).toHaveTextContent(/^[45]:\d\d$/)
    await user.click(screen.getByRole('button', { name: 'Start Guessing' }))
    expect(await screen.findByPlaceholderText('Write your guess')).toBeVisible()
    expect(window.location.pathname).toBe('/game/guess')
  })

  it('leads to the ready screen when a turn cannot be resumed', async () => {
    const today = aToday({
      yourStatus: 'playing',
      currentTurn: { userId: 'ann', username: 'Ann', type: 'drawing' },
    })
    const again = held('getToday', today)
    const first = () => {
      server.use(again.handler)
      return today
    }
    server.use(reply('getToday', first), refuse('startTurn', 'CONFLICT', 'Turn expired'))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Start Drawing' }))
    expect(await screen.findByText('You have an active turn in progress')).toBeVisible()
    // The ready screen finds no turn to start and goes home.
    again.release()
    expect(await screen.findByText('Your Turn')).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  it('offers to start when the player can start a turn', async () => {
    server.use(reply('getToday', aToday({ canStartTurn: true })))
    renderApp('/')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start' })).toHaveAttribute('href', '/game/ready')
    // There is no countdown to the next word yet.
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('names the player to wait for', async () => {
    server.use(
      reply('getToday', aToday({ currentTurn: { userId: 'ben', username: 'Ben', type: 'drawing' } })),
    )
    renderApp('/')
    expect(await screen.findByText('Please wait for Ben to finish')).toBeVisible()
  })

  it("shows the player's submission", async () => {
    server.use(
      reply(
        'getToday',
        aToday({
          yourStatus: 'completed',
          yourSubmission: { guess: 'a hat' },
          yourPreviousEntry: { drawing: PNG },
          word: 'crown',
        }),
      ),
    )
    const { user } = renderApp('/')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(await screen.findByRole('timer')).toHaveTextContent(
      /^Next word in\s*\d+:\d\d:\d\dat .+ your time$/,
    )
    expect(
      screen.getByText('Results will be available at midnight EST (when a new game starts)'),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Your Submission' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your Submission' })
    expect(within(dialog).getByText('crown')).toBeVisible()
    expect(within(dialog).getByText('a hat')).toBeVisible()
    expect(within(dialog).getByAltText('The drawing that you guessed')).toBeVisible()
  })

  it('shows a submitted drawing with its word', async () => {
    server.use(
      reply('getToday', aToday({ yourStatus: 'completed', yourSubmission: { drawing: PNG }, word: 'crown' })),
    )
    const { user } = renderApp('/')
    expect(await screen.findByText(/You completed your turn/)).toBeVisible()
    const preview = screen.getByRole('button', { name: 'Your Submission' })
    expect(preview.querySelector('img')).toHaveAttribute('src', drawingUrl(PNG))
    await user.click(preview)
    const dialog = await screen.findByRole('dialog', { name: 'Your Submission' })
    expect(within(dialog).getByAltText('Your drawing')).toBeVisible()
    expect(within(dialog).getByText('crown')).toBeVisible()
    expect(within(dialog).queryByText('Your guess')).toBeNull()
  })

  it('does not offer a start to a player whose turn has started', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'playing', canStartTurn: true })))
    renderApp('/')
    expect(await screen.findByText('Game Progress')).toBeVisible()
    expect(screen.queryByText('Ready to Play!')).toBeNull()
  })

  const RAN_OUT = 'You did not finish in time, and the game moved to the next player.'
  it.each([
    ['a turn that ran out of time', () => {}, false, RAN_OUT],
    [
      'a turn that a suspension has ended',
      () => signedInAs(aUser({ suspension: { until: null, reason: null } })),
      false,
      'Your turn has ended, because you cannot play at the moment.',
    ],
    ['a passed turn', () => rememberPassed('game1'), false, /^You passed today, and the game moved/],
    ['an excused turn', () => {}, true, 'You passed this turn. Your streak stays.'],
  ])('has a sentence for %s', async (_, prepare, excused, text) => {
    prepare()
    const participants = [aParticipant('Ann', { status: 'skipped', ...(excused && { excused }) })]
    server.use(reply('getToday', aToday({ yourStatus: 'skipped', participants })))
    renderApp('/')
    expect(await screen.findByText(text)).toBeVisible()
    if (text !== RAN_OUT) expect(screen.queryByText(RAN_OUT)).toBeNull()
  })

  it('shows the streak, whose flame is lit once today is played', async () => {
    const today = gameDayAt(serverNow())
    const entries = [1, 2].map((ago) => aDay({ gameId: `g${ago}`, date: addDays(today, -ago) }))
    server.use(
      reply('getToday', aToday({ yourStatus: 'completed' })),
      reply('getHistory', { entries, nextBefore: null, summary: { daysPlayed: 2, participated: 2 } }),
    )
    renderApp('/')
    const flame = await screen.findByRole('link', { name: '2 days in a row' })
    expect(flame).toHaveAttribute('data-lit', 'true')
    expect(flame).toHaveAttribute('href', '/history')
  })

  it('links a completed game to its results', async () => {
    server.use(reply('getToday', aToday({ status: 'completed', yourStatus: 'completed' })))
    renderApp('/')
    expect(await screen.findByText('Game Complete!')).toBeVisible()
    expect(screen.getByText('Game Progress')).toBeVisible()
    // They are there.
    expect(screen.queryByText(/^Results will be available/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Results' })).toHaveAttribute(
      'href',
      '/game/results?gameId=game1',
    )
  })
})

describe("today's progress", () => {
  it('counts, overflows and lists ten players, of whom a skipped one has finished everywhere', async () => {
    const names = ['Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida']
    server.use(
      reply(
        'getToday',
        aToday({
          participants: [
            aParticipant('Ann', { status: 'completed' }),
            ...names.map((name) => aParticipant(name)),
            aParticipant('Jo', { status: 'skipped' }),
          ],
        }),
      ),
    )
    const { user } = renderApp('/')
    const count = await screen.findByText('2/10 players')
    expect(count.parentElement).toHaveTextContent('Game ProgressAJ2/10 players')
    await user.click(screen.getByRole('button', { name: 'Waiting: 8' }))
    const dialog = await screen.findByRole('dialog', { name: 'Waiting' })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(8)
    expect(within(dialog).getByText('8 player(s)')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Completed: 2' }))
    expect(await screen.findByText('Skipped')).toBeVisible()
  })

  it('shows three avatars on wide screens and two on narrow ones', async () => {
    const matchMedia = vi.spyOn(window, 'matchMedia')
    const listen = { addEventListener: () => {}, removeEventListener: () => {} }
    const people = ['Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name) => aParticipant(name))
    const done = ['Gus', 'Hal', 'Ida', 'Jo'].map((name) => aParticipant(name, { status: 'completed' }))
    for (const [matches, waiting, completed] of [
      [true, 'BCD+2', 'HIJ+1'],
      [false, 'BC+3', 'IJ+2'],
    ] as const) {
      matchMedia.mockReturnValue({ matches, ...listen } as unknown as MediaQueryList)
      server.use(reply('getToday', aToday({ participants: [...people, ...done] })))
      const { unmount } = renderApp('/')
      expect(await screen.findByRole('button', { name: 'Waiting: 5' })).toHaveTextContent(waiting)
      expect(screen.getByRole('button', { name: 'Completed: 4' })).toHaveTextContent(completed)
      unmount()
    }
  })

  it('shows 9+ for more than nine players, and two of the completed players beside the bar', async () => {
    const done = Array.from({ length: 13 }, (_, at) => aParticipant(`P${at}`, { status: 'completed' }))
    server.use(reply('getToday', aToday({ participants: [...done, aParticipant('Ann')] })))
    renderApp('/')
    expect(await screen.findByText('13/14 players')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Completed: 13' })).toHaveTextContent(/9\+$/)
    expect(screen.getByText('9+', { selector: '.people *' })).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Game Progress' })).toHaveAttribute('aria-valuenow', '13')
  })

  it('shows that nobody is playing and nobody has finished', async () => {
    server.use(reply('getToday', aToday()))
    renderApp('/')
    expect(await screen.findByText('0/3 players')).toBeVisible()
    expect(screen.getByText('?')).toBeVisible()
    expect(screen.getByText('0', { selector: '.people *' })).toBeVisible()
    expect(
      screen.queryByText('Results will be available at midnight EST (when a new game starts)'),
    ).toBeNull()
  })

  it.each(['drawing', 'guessing'] as const)('shows who is %s', async (type) => {
    server.use(reply('getToday', aToday({ currentTurn: { userId: 'ben', username: 'Ben', type } })))
    renderApp('/')
    expect(await screen.findByRole('img', { name: type })).toBeVisible()
    expect(screen.getByText('Playing Now').parentElement).toHaveTextContent('Ben')
  })

  it('lists waiting players with their position, and finished players with their time', async () => {
    server.use(
      reply(
        'getToday',
        aToday({
          participants: [
            aParticipant('Ann'),
            aParticipant('Ben'),
            aParticipant('Cleo', { status: 'completed' }),
          ],
        }),
      ),
    )
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Waiting: 2' }))
    const time = new Date('2026-11-21T17:00:00.000Z').toLocaleTimeString([], {
      hour: 'numeric',
      minute: '2-digit',
    })
    const rows = within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((row) => row.textContent)
    expect(rows[1]).toMatch(/^2B?Ben Waiting/)
    expect(rows[1]).toContain(`since ${time}`)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Completed: 1' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('listitem')).toHaveTextContent(`Completed${time}`)
  })

  it('is explained until the first turn was played', async () => {
    server.use(reply('getToday', aToday({ canStartTurn: true })))
    const { unmount } = renderApp('/')
    expect(await screen.findByText('How it goes')).toBeVisible()
    unmount()
    localStorage.setItem(KEY.firstRoundComplete, '2026-11-20T12:00:00.000Z')
    renderApp('/')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(screen.queryByText('How it goes')).toBeNull()
  })

  it('shows a text for an empty column', async () => {
    server.use(reply('getToday', aToday({ participants: [aParticipant('Ann')] })))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Completed: 0' }))
    expect(screen.getByText('No players in this category')).toBeVisible()
  })
})

describe('a day without a game', () => {
  it('treats "not in a group" as no game, and joins the public game', async () => {
    server.use(
      refuse('getToday', 'VALIDATION_FAILED', 'User is not in a group'),
      reply(
        'jumpIn',
        aToday({
          participants: [
            aParticipant('Ben', { status: 'playing' }),
            aParticipant('Cleo'),
            aParticipant('Ann'),
          ],
        }),
      ),
    )
    const { user } = renderApp('/')
    expect(await screen.findByText('Ready To Play?')).toBeVisible()
    expect(screen.getByText('Tap below to jump in')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Start Playing' }))
    expect(await screen.findByText("You're in the queue! 2 player(s) ahead of you.")).toBeVisible()
  })

  it('asks a player with a group game to complete it first', async () => {
    server.use(
      refuse('getToday', 'VALIDATION_FAILED', 'User is not in a group'),
      refuse('jumpIn', 'ALREADY_HAS_GROUP_GAME', 'You already have a group game today'),
    )
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Start Playing' }))
    expect(await screen.findByText('You already have a group game today. Complete that first!')).toBeVisible()
  })
})

describe('after a failed call', () => {
  it("shows why today's game could not be loaded, and retries", async () => {
    server.use(refuse('getToday', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/')
    expect(await screen.findByText('The ink ran out')).toBeVisible()
    const again = screen.getByRole('button', { name: 'Try Again' })
    await user.click(onceClicked(again, reply('getToday', aToday({ canStartTurn: true }))))
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
  })

  it.each(['group', null] as const)('names the group of the game (type %s)', async (gameType) => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getToday', aToday({ gameType, canStartTurn: true })), reply('getGroup', aGroup()))
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible()
    expect(screen.getByText('2 members')).toBeVisible()
  })

  it('hides the group when it cannot be fetched', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(
      reply('getToday', aToday({ gameType: 'group', canStartTurn: true })),
      dropConnection('getGroup'),
    )
    renderApp('/')
    expect(await screen.findByText('Ready to Play!')).toBeVisible()
    expect(screen.queryByText(/members/)).toBeNull()
  })

  it('shows the startup screen while the day loads', async () => {
    server.use(stall('getToday'))
    renderApp('/')
    expect(await screen.findByText("Loading Today's Fun...")).toBeVisible()
  })
})

const aYesterday = () => ({ gameId: 'game0', word: 'kettle', chain: twoSteps(), participants: [] })

describe("yesterday's card", () => {
  it("is above today's game until its results have been opened", async () => {
    server.use(reply('getToday', aToday()), reply('getYesterdayResults', aYesterday()))
    const isAbove = () => {
      const card = screen.getByText("Yesterday's word")
      const today = screen.getByLabelText("Today's game")
      return Boolean(card.compareDocumentPosition(today) & Node.DOCUMENT_POSITION_FOLLOWING)
    }
    const { unmount } = renderApp('/')
    expect(await screen.findByText('kettle')).toBeVisible()
    const link = screen.getByRole('link', { name: 'See Results' })
    expect(link).toHaveAttribute('href', '/game/results?gameId=game0')
    await screen.findByLabelText("Today's game")
    expect(isAbove()).toBe(true)
    // The clock of a running turn runs.
    server.use(
      reply(
        'getToday',
        aToday({ yourStatus: 'playing', currentTurn: { userId: 'ann', username: 'Ann', type: 'drawing' } }),
      ),
      reply('startTurn', aTurn({ type: 'drawing' })),
    )
    await act(() => refreshToday())
    expect(await screen.findByText('Your Turn')).toBeVisible()
    expect(isAbove()).toBe(false)
    server.use(reply('getToday', aToday()))
    unmount()
    rememberOpened('game0')
    renderApp('/')
    expect(await screen.findByText('kettle')).toBeVisible()
    expect(isAbove()).toBe(false)
  })

  it('disappears when a new day has begun and its game cannot be fetched', async () => {
    server.use(reply('getToday', aToday()), reply('getYesterdayResults', aYesterday()))
    renderApp('/')
    expect(await screen.findByText('kettle')).toBeVisible()
    server.use(refuse('getYesterdayResults', 'NOT_FOUND', 'No game yesterday'))
    await queryClient.refetchQueries({ queryKey: ['yesterday'] })
    await waitFor(() => expect(screen.queryByText("Yesterday's word")).toBeNull())
  })

  it('is hidden if nobody played, and does not count the house as a player', async () => {
    const [drawn, guessed] = twoSteps()
    const chain = [drawn, { ...guessed, house: true as const }]
    server.use(reply('getToday', aToday()), reply('getYesterdayResults', { ...aYesterday(), chain }))
    const { unmount } = renderApp('/')
    expect(await screen.findByText('1 player')).toBeVisible()
    unmount()
    queryClient.removeQueries({ queryKey: ['yesterday'] })
    server.use(reply('getYesterdayResults', { ...aYesterday(), chain: [] }))
    renderApp('/')
    await screen.findByText('Game Progress')
    await waitFor(() => expect(queryClient.getQueryData(['yesterday'])).toMatchObject({ chain: [] }))
    expect(screen.queryByText("Yesterday's word")).toBeNull()
  })

  describe('after a call for it that failed', () => {
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const failed = () => expect(queryClient.getQueryState(['yesterday'])?.status).toBe('error')

    beforeEach(() => {
      // Fake time also advances with real time, so that awaited elements appear.
      vi.useFakeTimers({
        shouldAdvanceTime: true,
        toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
      })
      server.use(reply('getToday', aToday()))
    })

    it('appears without a reload', async () => {
      const slow = held('getYesterdayResults', aYesterday())
      server.use(slow.handler)
      renderApp('/')
      await slow.requested
      await pass(SILENCE_LIMIT_MS.read)
      await waitFor(failed)
      server.use(reply('getYesterdayResults', aYesterday()))
      await pass(POLL.todayMs)
      expect(await screen.findByText('kettle')).toBeVisible()
    })

    it('is not asked for again if there was no game', async () => {
      renderApp('/')
      await waitFor(failed)
      let calls = 0
      server.use(
        reply('getYesterdayResults', () => {
          calls += 1
          return aYesterday()
        }),
      )
      await pass(60_000)
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      expect(calls).toBe(0)
    })
  })
})
