import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { QUERY, queryClient } from '../../session/server/query-client.ts'
import { aParticipant, aToday, someResults } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { held, refuse, reply, server } from '../../testing/server.ts'

const playing = (gameId: string) =>
  aToday({ gameId, currentTurn: { userId: 'ben', username: 'Ben', type: 'drawing' } })

beforeEach(() => {
  signedInAs()
})

describe('a player who waits', () => {
  it('sees how long it takes at most, also after the screen was left', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    server.use(reply('getToday', playing('game7')))
    const { unmount } = renderApp('/')
    expect(await screen.findByText('At most 5 min')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(150_000))
    expect(screen.getByText('At most 3 min')).toBeVisible()
    unmount()
    renderApp('/')
    expect(await screen.findByText('At most 3 min')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(200_000))
    expect(screen.getByText('Any moment now')).toBeVisible()
  })

  it('can practise meanwhile', async () => {
    server.use(reply('getToday', playing('game8')))
    renderApp('/')
    expect(await screen.findByRole('link', { name: 'Practice sheet' })).toHaveAttribute(
      'href',
      '/game/draw?practice',
    )
  })

  it('offers a chain, told in about 20 s, to a player who has not seen one', async () => {
    server.use(reply('getToday', playing('game8')))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Watch a chain' }))
    const story = await screen.findByRole('dialog', { name: 'The story of this chain' })
    expect(within(story).getByRole('status')).toHaveTextContent(/^1 of 6: Mia drew the word of the day/)
  })

  it('keeps the offer while the results of yesterday, which could not be fetched, are requested again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    server.use(
      reply('getToday', playing('game8')),
      refuse('getYesterdayResults', 'INTERNAL', 'Back at three.'),
    )
    renderApp('/')
    const watch = await screen.findByRole('button', { name: 'Watch a chain' })
    const again = held('getYesterdayResults', { ...someResults(), participants: [] })
    server.use(again.handler)
    void queryClient.refetchQueries({ queryKey: QUERY.yesterday })
    await again.requested
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(watch).toBeVisible()
    again.release()
    expect(await screen.findByText("Yesterday's word")).toBeVisible()
    expect(watch).not.toBeInTheDocument()
  })

  it('does not offer the sample to a player who has the results of yesterday', async () => {
    const { gameId, word, chain } = someResults()
    server.use(
      reply('getToday', playing('game8')),
      reply('getYesterdayResults', { gameId, word, chain, participants: [] }),
    )
    renderApp('/')
    expect(await screen.findByRole('link', { name: 'Practice sheet' })).toBeVisible()
    expect(await screen.findByText("Yesterday's word")).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Watch a chain' })).toBeNull()
  })

  it('switches the notification for it off and on again', async () => {
    localStorage.setItem(KEY.pushTokenRegistered, 'true')
    server.use(
      reply('getToday', playing('game9')),
      refuse('updateNotificationSettings', 'INTERNAL', 'Back at three.'),
    )
    const { user } = renderApp('/')
    const toggle = await screen.findByRole('switch', { name: 'Tell me when it is my turn' })
    expect(toggle).toBeChecked()
    await user.click(toggle)
    expect(await screen.findByText('Back at three.')).toBeVisible()
    expect(toggle).toBeChecked()
  })
})

it('a player alone in a public game is told that it waits for a stranger', async () => {
  const own = aParticipant('Ann', { status: 'completed' })
  server.use(reply('getToday', aToday({ yourStatus: 'completed', participants: [own] })))
  renderApp('/')
  expect(await screen.findByText('You completed your turn. It waits for the next stranger.')).toBeVisible()
})
