import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../session/query-client.ts'
import { aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { refuse, reply, server } from '../../testing/server.ts'

let looks = 0
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  looks = 0
  signedInAs()
  server.use(
    reply('getToday', aToday()),
    refuse('getYesterdayResults', 'NOT_FOUND', 'No game yesterday'),
    reply('getDailyStats', () => {
      looks += 1
      return { totalPlayers: 7 }
    }),
  )
  // Time goes on by itself too, so that what is waited for may come.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  renderApp('/')
  expect(await screen.findByText('7 playing')).toBeVisible()
  expect(await screen.findByText('7 pencils are moving at the table today.')).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  looks = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the count of players', () => {
  it('is asked for every 30 s by the header, and every 10 s by the page', async () => {
    await pass(5_000)
    expect(looks).toBe(0)
    await pass(5_000)
    await waitFor(() => expect(looks).toBe(1))
    await pass(10_000)
    await waitFor(() => expect(looks).toBe(2))
    await pass(10_000)
    await waitFor(() => expect(looks).toBe(4))
  })

  it('stays in the header when it cannot be had, and is none on the page, until it comes again', async () => {
    server.use(refuse('getDailyStats', 'INTERNAL', 'The ink ran out'))
    await pass(30_000)
    expect(await screen.findByText('The table is quiet just now.')).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByText('7 playing')).toBeVisible()
    server.use(reply('getDailyStats', { totalPlayers: 1 }))
    await pass(30_000)
    expect(await screen.findByText('1 playing')).toBeVisible()
    expect(screen.getByText('One pencil is moving at the table today.')).toBeVisible()
  })
})
