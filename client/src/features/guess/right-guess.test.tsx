import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, test } from 'vitest'
import { gameDayAt } from '../../day/game-day.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { aDay, anAttempt, aToday, aTurn } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { reply, server } from '../../testing/server.ts'
import { refreshToday } from '../../turn/today.ts'
import { momentText, RightGuess } from './right-guess.tsx'

const START = Date.parse('2026-11-21T17:00:00.000Z')
const right = (timestamp: string) =>
  anAttempt('kettle', { similarityScore: 100, isCorrect: true, isLocked: true, timestamp })

test.each([
  [[right('2026-11-21T17:00:08.000Z')], START, 'Got it on try 1, in 8 s'],
  [[anAttempt('cup'), right('2026-11-21T17:01:05.000Z')], START, 'Got it on try 2, in 1 min 5 s'],
  [[right('2026-11-21T17:00:08.000Z')], null, 'Got it on try 1'],
  [[right('2026-11-21T16:00:00.000Z')], START, 'Got it on try 1'],
])('the moment in words', (attempts, startedAt, text) => expect(momentText(attempts, startedAt)).toBe(text))

beforeEach(() => signedInAs())

it('is on the summary of the turn', async () => {
  const turn = aTurn({ currentAttempts: [right(new Date().toISOString())], attemptsRemaining: 0 })
  server.use(
    reply('getToday', aToday({ yourStatus: 'playing' })),
    reply('startTurn', turn),
    reply('submitTurn', { success: true, gameCompleted: false, validationError: null }),
  )
  renderApp('/game/guess')
  expect(await screen.findByText('Turn Complete')).toBeVisible()
  expect(screen.getByText(/^Got it on try 1/)).toBeVisible()
})

it('has the streak and those who are waited for, once the turn is over', async () => {
  server.use(
    reply('getToday', aToday({ yourStatus: 'completed' })),
    reply('getHistory', {
      entries: [aDay({ date: gameDayAt(Date.now()) })],
      nextBefore: null,
      summary: { daysPlayed: 1, participated: 1 },
    }),
  )
  await refreshToday()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RightGuess attempts={[right(new Date().toISOString())]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('1 day in a row')).toBeVisible()
})
