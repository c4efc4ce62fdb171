import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { KEY } from '../platform/storage.ts'
import { queryClient } from '../session/server/query-client.ts'
import { aDay, aToday, twoSteps } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { refuse, reply, server } from '../testing/server.ts'
import { cacheToday } from '../turn/today.ts'
import { changeText } from './today-watcher.tsx'

const BEN = { userId: 'ben', username: 'Ben', type: 'drawing' } as const
const CLEO = { userId: 'cleo', username: 'Cleo', type: 'guessing' } as const

describe('the message about a change of the game', () => {
  it.each([
    ['the end', aToday({ status: 'completed' }), 'Game Complete! The results are in.'],
    ["the player's turn", aToday({ canStartTurn: true }), "It's your turn to play!"],
    [
      "the player's turn in a new game",
      aToday({ gameId: 'game2', canStartTurn: true }),
      "It's your turn to play!",
    ],
    ['a turn started elsewhere', aToday({ yourStatus: 'playing' }), 'Your turn has started.'],
    ['a turn finished elsewhere', aToday({ yourStatus: 'completed' }), 'Your turn is complete.'],
    ['a turn that ran out', aToday({ yourStatus: 'skipped' }), 'Your turn ran out of time.'],
    ["another player's turn", aToday({ currentTurn: BEN }), 'Ben is playing now'],
    ['nothing', aToday(), null],
    ['another game', aToday({ gameId: 'game2', status: 'completed' }), null],
  ])('reports %s', (_, now, sentence) => {
    expect(changeText(aToday(), now)).toBe(sentence)
  })

  it.each([
    ["another player's turn, to a player who has finished", { currentTurn: BEN }, 'Ben is playing now'],
    ['the end of it', { currentTurn: null }, "Cleo's turn is over"],
  ])('reports %s', (_, change, sentence) => {
    const done = aToday({ yourStatus: 'completed', currentTurn: CLEO })
    expect(changeText(done, { ...done, ...change })).toBe(sentence)
  })

  it('knows a turn that the player has passed in another tab', () => {
    localStorage.setItem(KEY.passedGame, aToday().gameId ?? '')
    expect(changeText(aToday(), aToday({ yourStatus: 'skipped' }))).toBe('You passed this turn.')
  })

  it('reports that the player can no longer start a turn', () => {
    expect(changeText(aToday({ canStartTurn: true }), aToday())).toBe('You cannot play right now')
  })
})

describe('a player on another screen', () => {
  it.each([
    ['the group screen', '/group', 'Create New Group'],
    ['the results screen', '/game/results', 'No Results Available'],
  ])('on %s is notified within 5 s when their turn comes', async (_, path, content) => {
    signedInAs()
    server.use(reply('getToday', aToday()))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    renderApp(path)
    expect(await screen.findByText(content)).toBeVisible()
    server.use(reply('getToday', aToday({ canStartTurn: true })))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    vi.useRealTimers()
    expect(await screen.findByText("It's your turn to play!")).toBeVisible()
  })
})

describe('a player without a game', () => {
  const open = async (...handlers: Parameters<typeof server.use>) => {
    signedInAs()
    server.use(...handlers)
    renderApp('/group')
    expect(await screen.findByText('Create New Group')).toBeVisible()
    await act(() => cacheToday(aToday({ canStartTurn: true })))
  }

  it("is notified when the group's game starts", async () => {
    await open(reply('getToday', { ...noGameToday }))
    expect(await screen.findByText("It's your turn to play!")).toBeVisible()
  })

  it('is not notified when they have just joined one', async () => {
    sessionStorage.setItem(KEY.historyCache, '[]')
    await open(refuse('getToday', 'VALIDATION_FAILED', 'User is not in a group'))
    // Dropped by the effect that would notify.
    await waitFor(() => expect(sessionStorage.getItem(KEY.historyCache)).toBeNull())
    expect(screen.queryByText("It's your turn to play!")).toBeNull()
  })
})

describe('cached data about earlier days', () => {
  const yesterday = { gameId: 'game1', word: 'kettle', chain: twoSteps(), participants: [] }
  const noHistory = { entries: [], nextBefore: null, summary: { daysPlayed: 0, participated: 0 } }

  it("is dropped at midnight: home shows yesterday's card with the new game", async () => {
    signedInAs()
    server.use(reply('getToday', aToday({ yourStatus: 'completed' })))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    renderApp('/')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    server.use(
      reply('getToday', aToday({ gameId: 'game2', status: 'waiting', canStartTurn: true })),
      reply('getYesterdayResults', yesterday),
    )
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    vi.useRealTimers()
    expect(await screen.findByText('kettle')).toBeVisible()
  })

  it.each([
    ['a turn just submitted', aToday({ yourStatus: 'completed' })],
    ['a game just joined', aToday({ gameId: 'game2' })],
  ])('is dropped, so that history shows %s even after a reload', async (_, now) => {
    signedInAs()
    server.use(reply('getToday', aToday()), reply('getHistory', noHistory))
    const { user, unmount } = renderApp('/history')
    await vi.waitFor(() => expect(sessionStorage.getItem(KEY.historyCache)).not.toBeNull(), 15_000)
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    expect(await screen.findByText('Version 1.0.0')).toBeVisible()
    await act(() => cacheToday(now))
    await vi.waitFor(() => expect(sessionStorage.getItem(KEY.historyCache)).toBeNull(), 15_000)
    unmount()
    queryClient.clear()
    server.use(
      reply('getToday', now),
      reply('getHistory', { ...noHistory, entries: [aDay({ word: 'kettle' })] }),
    )
    renderApp('/history')
    expect(await screen.findByText(/kettle/)).toBeVisible()
  })
})
