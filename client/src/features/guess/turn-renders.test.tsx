import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../session/server/query-client.ts'
import { anAttempt, aTurn, PNG } from '../../testing/builders.ts'
import { reply, server } from '../../testing/server.ts'
import { useTurn } from '../../turn/turn-store.ts'
import { GuessTurn } from './guess-turn.tsx'
import { TurnSummary } from './turn-summary.tsx'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const attempt = anAttempt('a bird', { isCorrect: true, similarityScore: 100 })
let reads = 0
/** Counts how often a screen reads a field, which it does in each render. */
const counted = <T extends object>(data: T, field: keyof T, value: unknown): T =>
  Object.defineProperty(data, field, {
    get: () => {
      reads++
      return value
    },
  })

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})

const turn = counted(aTurn({ expiresAt: new Date(NOON + 300_000).toISOString() }), 'attemptsRemaining', 5)
const summary = counted({ drawing: PNG, attempts: [attempt] }, 'attempts', [attempt])

it.each<[string, ReactNode]>([
  ['the guessing turn', <GuessTurn key="turn" turn={turn} onDone={() => {}} />],
  ['its summary', <TurnSummary key="summary" summary={summary} />],
])('only the clock of %s renders every second', async (_, screen) => {
  // The summary submits the guess.
  server.use(reply('submitTurn', () => new Promise(() => {})))
  const commits = vi.fn()
  useTurn.setState({ turn, startedAt: NOON, updatesBefore: 0 })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Profiler id="screen" onRender={commits}>
          {screen}
        </Profiler>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(reads).toBeGreaterThan(0)
  reads = 0
  commits.mockClear()
  for (let second = 0; second < 5; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(commits).toHaveBeenCalledTimes(5)
  expect(reads).toBe(0)
})
