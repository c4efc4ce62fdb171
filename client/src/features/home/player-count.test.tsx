import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../session/server/query-client.ts'
import { aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { refuse, reply, server } from '../../testing/server.ts'

let looks = 0
const light = () => document.querySelector('[data-lit]')?.getAttribute('data-lit')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  looks = 0
  signedInAs()
  server.use(
    reply('getToday', aToday()),
    reply('getDailyStats', () => {
      looks += 1
      return { totalPlayers: 7 }
    }),
  )
  // Fake time also advances with real time, so that awaited elements appear.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  renderApp('/')
  expect(await screen.findByText('7 playing')).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  looks = 0
})

describe('the count of players', () => {
  it('is polled every 30 s by the header, and every 10 s by the page', async () => {
    await pass(5_000)
    expect(looks).toBe(0)
    await pass(5_000)
    await waitFor(() => expect(looks).toBe(1))
    await pass(10_000)
    await waitFor(() => expect(looks).toBe(2))
    await pass(10_000)
    await waitFor(() => expect(looks).toBe(4))
  })

  it('is kept when it cannot be fetched, while its light is off', async () => {
    await waitFor(() => expect(light()).toBe('true'))
    server.use(refuse('getDailyStats', 'INTERNAL', 'The ink ran out'))
    await pass(30_000)
    await waitFor(() => expect(light()).toBe('false'))
    expect(screen.getByText('7 playing')).toBeVisible()
    server.use(reply('getDailyStats', { totalPlayers: 2 }))
    await pass(30_000)
    expect(await screen.findByText('2 playing')).toBeVisible()
    await waitFor(() => expect(light()).toBe('true'))
  })

  it('is hidden when it was never fetched', async () => {
    server.use(refuse('getDailyStats', 'INTERNAL', 'The ink ran out'))
    await act(() => queryClient.resetQueries())
    await waitFor(() => expect(screen.queryByText(/playing$/)).toBeNull())
  })

  it.each([0, 1])('is hidden at %i, which would make the game look empty', async (totalPlayers) => {
    server.use(reply('getDailyStats', { totalPlayers }))
    await pass(30_000)
    await waitFor(() => expect(screen.queryByText(/playing$/)).toBeNull())
    server.use(reply('getDailyStats', { totalPlayers: 2 }))
    await pass(30_000)
    expect(await screen.findByText('2 playing')).toBeVisible()
  })

  it('is shown once', () => {
    expect(screen.getAllByText(/7/)).toHaveLength(1)
  })
})
