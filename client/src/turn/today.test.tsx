import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { RequestHandler } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../session/server/query-client.ts'
import { clearSession } from '../session/session-store.ts'
import { aToday } from '../testing/builders.ts'
import { signedInAs } from '../testing/render-app.tsx'
import { dropConnection, refuse, reply, server } from '../testing/server.ts'
import { useToday } from './today.ts'

let requests = 0

/** Counts all requests for today's game, including failed ones. */
server.events.on('request:start', ({ request }) => {
  if (request.url.endsWith('/api/game/today')) requests += 1
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const watch = () =>
  renderHook(
    () => {
      const { data, error } = useToday()
      return { data, error }
    },
    { wrapper },
  ).result
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  requests = 0
  signedInAs()
  // Fake time also advances with real time, so that waitFor() works.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
})

/** Waits until this many requests were sent and the last one has ended. */
const polled = async (times: number) => {
  await waitFor(() => expect(requests).toBe(times))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

describe("the poll of today's game", () => {
  it('runs every 5 s', async () => {
    server.use(reply('getToday', aToday()))
    const today = watch()
    await polled(1)
    await pass(2500)
    expect(requests).toBe(1)
    await pass(2500)
    await polled(2)
    await pass(5000)
    await polled(3)
    expect(today.current.data?.gameId).toBe('game1')
  })

  it.each<[string, ...RequestHandler[]]>([
    [
      'a player without a group has no game',
      refuse('getToday', 'VALIDATION_FAILED', 'User is not in a group'),
    ],
    ['the server fails', refuse('getToday', 'INTERNAL', 'The ink ran out')],
    ['the connection is lost', dropConnection('getToday')],
    [
      'the session cannot be restored',
      refuse('getToday', 'AUTH_INVALID', 'This session has ended'),
      refuse('signInDevice', 'RATE_LIMITED', 'Too many calls'),
    ],
  ])('stops when %s', async (_, ...failures) => {
    server.use(reply('getToday', aToday()))
    watch()
    await polled(1)
    server.use(...failures)
    await pass(5000)
    await polled(2)
    await pass(60_000)
    expect(requests).toBe(2)
  })

  it('continues while a group waits for its game, and after an unrelated refusal', async () => {
    const answers: (() => Today | Promise<Today>)[] = [() => ({ ...noGameToday }), () => aToday()]
    server.use(reply('getToday', () => (answers.shift() ?? aToday)()))
    const today = watch()
    await polled(1)
    await pass(5000)
    await polled(2)
    server.use(refuse('getToday', 'RATE_LIMITED', 'Too many calls'))
    await pass(5000)
    await polled(3)
    server.use(reply('getToday', aToday({ status: 'completed' })))
    await pass(5000)
    await polled(4)
    await waitFor(() => expect(today.current.data?.status).toBe('completed'))
  })

  it('treats "not in a group" as no game and no error', async () => {
    server.use(refuse('getToday', 'VALIDATION_FAILED', 'User is not in a group'))
    const today = watch()
    await waitFor(() => expect(today.current.data).toEqual(noGameToday))
    expect(today.current.error).toBeNull()
  })

  it('does not run without a session', async () => {
    clearSession()
    watch()
    await pass(60_000)
    expect(requests).toBe(0)
  })
})
