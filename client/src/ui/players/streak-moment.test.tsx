import { addDays } from '@inkling/mock-server/rules/time/day'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aDay, aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { reply, server } from '../../testing/server.ts'

beforeEach(() => signedInAs())

/** A finished turn on a day that ends a run of so many days. */
async function finish(today: string, days: number) {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    now: Date.parse(`${today}T17:00:00Z`),
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
  })
  const entries = Array.from({ length: days }, (_, ago) => addDays(today, -ago)).map((date) =>
    aDay({ gameId: date, date }),
  )
  server.use(
    reply('getToday', aToday({ yourStatus: 'completed' })),
    reply('getHistory', { entries, nextBefore: null, summary: { daysPlayed: days, participated: days } }),
  )
  return renderApp('/game/submitted')
}

it.each([3, 7, 14, 30])('a streak of %i days is a moment of two seconds', async (days) => {
  const { unmount } = await finish(`2026-10-${String(days).padStart(2, '0')}`, days)
  expect(await screen.findByText(`${days} days in a row!`)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(screen.queryByText(`${days} days in a row!`)).toBeNull()
  unmount()
  renderApp('/game/submitted')
  expect(await screen.findByText(`${days} days in a row`)).toBeVisible()
  expect(screen.queryByText(`${days} days in a row!`)).toBeNull()
})

it('other days are none', async () => {
  await finish('2026-09-15', 4)
  expect(await screen.findByText('4 days in a row')).toBeVisible()
  expect(screen.queryByText('4 days in a row!')).toBeNull()
})
