import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aToday } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { reply, server } from '../testing/server.ts'
import { newsOf } from './today-watcher.tsx'

const BEN = { userId: 'ben', username: 'Ben', type: 'drawing' } as const

describe('news of the game', () => {
  it.each([
    ['the end', aToday({ status: 'completed' }), 'Game Complete! The results are in.'],
    ['the own turn', aToday({ canStartTurn: true }), "It's your turn to play!"],
    ['a turn that ran out', aToday({ yourStatus: 'skipped' }), 'Your turn ran out of time.'],
    ["another's turn", aToday({ currentTurn: BEN }), 'Ben is playing now'],
    ['nothing', aToday(), null],
    ['another game', aToday({ gameId: 'game2', status: 'completed' }), null],
  ])('tells of %s', (_, now, sentence) => {
    expect(newsOf(aToday(), now)).toBe(sentence)
  })

  it('does not tell who plays to someone who has played', () => {
    const done = aToday({ yourStatus: 'completed' })
    expect(newsOf(done, { ...done, currentTurn: BEN })).toBeNull()
  })
})

describe('a player who looks elsewhere', () => {
  it('is told within 5 s when the turn comes to them', async () => {
    signedInAs()
    server.use(reply('getToday', aToday()))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    renderApp('/group')
    expect(await screen.findByText('Create New Group')).toBeVisible()
    server.use(reply('getToday', aToday({ canStartTurn: true })))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    vi.useRealTimers()
    expect(await screen.findByText("It's your turn to play!")).toBeVisible()
  })
})
