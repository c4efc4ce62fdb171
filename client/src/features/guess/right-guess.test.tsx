import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, test } from 'vitest'
import { gameDayAt } from '../../day/game-day.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { aDay, anAttempt, aToday } from '../../testing/builders.ts'
import { signedInAs } from '../../testing/render-app.tsx'
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

it('has the streak and those who are waited for, once the turn is over', async () => {
  signedInAs()
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
