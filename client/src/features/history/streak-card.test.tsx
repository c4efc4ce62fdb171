import type { History, HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { addDays } from '@inkling/mock-server/rules/time/day'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aDay, aToday, PNG } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { refuse, reply, server } from '../../testing/server.ts'
import * as flipBook from './flip-book.ts'

const TODAY = '2026-11-21'

const page = (entries: HistoryEntry[], nextBefore: string | null = null): History => ({
  entries,
  nextBefore,
  summary: { daysPlayed: entries.length, participated: entries.length },
})

const played = (date: string, parts: Partial<HistoryEntry> = {}) =>
  aDay({ gameId: date, date, word: `word of ${date}`, ...parts })

/** Consecutive played days up to `from`, newest first. */
const run = (from: string, days: number) =>
  Array.from({ length: days }, (_, at) => played(addDays(from, -at)))

/** Finds the table of a month by its name in the locale of this machine. */
const findMonth = (month: string) =>
  screen.findByRole('table', {
    name: new Date(`${month}-15T12:00:00Z`).toLocaleDateString([], {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
  })

const findPlayed = async (month: string) =>
  within(await findMonth(month)).findAllByRole('button', { name: /: played$/ })

/** An entry as returned with `drawings=omit`. */
const bare = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  myEntries: entry.myEntries.map((own) => (own.type === 'drawing' ? { ...own, content: '' } : own)),
})

/** Mocks the server's history and records the queries. */
function withDays(days: HistoryEntry[]): string[] {
  const asked: string[] = []
  server.use(
    reply('getHistory', ({ url }) => {
      const { searchParams } = new URL(url)
      asked.push(searchParams.toString())
      const before = searchParams.get('before')
      const limit = Number(searchParams.get('limit') ?? 10)
      const older = days.filter(({ date }) => before === null || date < before)
      const some = older.slice(0, limit).map((entry) => (searchParams.has('drawings') ? bare(entry) : entry))
      return page(some, some.length < older.length ? (some.at(-1)?.date ?? null) : null)
    }),
  )
  return asked
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T17:00:00Z`) })
  signedInAs()
  server.use(reply('getToday', aToday()))
})

describe('the streak', () => {
  it('is shown with the last seven days, from the loaded list', async () => {
    const asked = withDays([...run(TODAY, 3), played('2026-11-17', { myEntries: [] })])
    renderApp('/history')
    expect(await screen.findByRole('heading', { name: '3 days in a row' })).toBeVisible()
    expect(screen.getByText('Today is in the book.')).toBeVisible()
    const week = screen.getByRole('list', { name: 'The last seven days' })
    expect(within(week).getAllByRole('listitem')).toHaveLength(7)
    expect(within(week).getAllByRole('button', { name: /: played$/ })).toHaveLength(3)
    expect(within(week).getAllByRole('button', { name: /: not played$/ })).toHaveLength(1)
    expect(asked).toEqual([''])
  })

  it('invites the player to continue it while today is not yet played', async () => {
    withDays(run('2026-11-20', 1))
    renderApp('/history')
    expect(await screen.findByRole('heading', { name: '1 day in a row' })).toBeVisible()
    expect(screen.getByText('Play today to keep it going.')).toBeVisible()
  })

  it('ends at midnight after a turn that ran out of time, and says so', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'skipped' })))
    withDays(run('2026-11-20', 7))
    renderApp('/history')
    expect(await screen.findByText('Today got away. Your 7 days end at midnight.')).toBeVisible()
  })

  it('says the day after how long it was', async () => {
    withDays(run('2026-11-19', 7))
    renderApp('/history')
    expect(await screen.findByRole('heading', { name: 'A new streak waits' })).toBeVisible()
    expect(screen.getByText('Your last one was 7 days. Start again today?')).toBeVisible()
  })

  it('is that of the new day in a page that is left open over midnight', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: new Date(`${TODAY}T17:00:00Z`),
    })
    withDays(run(TODAY, 3))
    renderApp('/history')
    expect(await screen.findByText('Today is in the book.')).toBeVisible()
    vi.setSystemTime(Date.now() + 24 * 3_600_000)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByText('Play today to keep it going.')).toBeVisible()
  })

  it('is zero after a day without a game', async () => {
    withDays(run('2026-11-18', 4))
    renderApp('/history')
    expect(await screen.findByRole('heading', { name: 'A new streak waits' })).toBeVisible()
  })

  it('fetches older days for a long streak, up to a limit', async () => {
    const asked = withDays(run(TODAY, 32))
    renderApp('/history')
    expect(await screen.findByRole('heading', { name: '32 days in a row' })).toBeVisible()
    expect(asked).toEqual(['', 'before=2026-11-12&limit=50&drawings=omit'])
  })

  it('shows a lower bound beyond the limit', async () => {
    const asked = withDays(run(TODAY, 300))
    renderApp('/history')
    expect(await screen.findByRole('heading', { name: '110+ days in a row' })).toBeVisible()
    expect(asked).toHaveLength(3)
  })
})

describe('the calendar', () => {
  it('shows the month and opens a day', async () => {
    withDays([...run(TODAY, 2), played('2026-11-03')])
    const { user } = renderApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Calendar' }))
    const month = await findMonth('2026-11')
    expect(within(month).getAllByRole('button', { name: /: played$/ })).toHaveLength(3)
    expect(within(month).getByText('30')).toBeVisible()
    await user.click(within(month).getByRole('button', { name: /\b3\b.*: played$/ }))
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText('word of 2026-11-03')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Close dialog' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    for (const name of ['Next month', 'Previous month'])
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  })

  it('fetches only the days that a month needs', async () => {
    const asked = withDays([...run(TODAY, 1), ...run('2026-11-10', 10), ...run('2026-10-31', 45)])
    const { user } = renderApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Calendar' }))
    expect(await findPlayed('2026-11')).toHaveLength(11)
    expect(asked).toEqual(['', 'before=2026-12-01&limit=31'])
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    expect(await findPlayed('2026-10')).toHaveLength(31)
    expect(asked.slice(2)).toEqual(['before=2026-11-01&limit=31'])
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(await findPlayed('2026-11')).toHaveLength(11)
    expect(asked).toHaveLength(3)
  })

  it("shows a day's drawing, whose page leads to those beside it", async () => {
    const drawn = played('2026-11-03', { myEntries: [{ type: 'drawing', content: PNG, timeSpent: 60 }] })
    withDays([...run(TODAY, 12), drawn])
    const { user } = renderApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Calendar' }))
    expect(await findPlayed('2026-11')).toHaveLength(13)
    const stamp = within(await findMonth('2026-11')).getByRole('button', { name: /\b3\b.*: played$/ })
    expect(stamp.querySelector('img')).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    await user.click(stamp)
    const page = () => within(screen.getByRole('dialog'))
    expect(page().getByAltText('Your drawing')).toBeVisible()
    const earlier = page().getByRole('button', { name: 'Earlier page' })
    expect(earlier).toHaveAttribute('aria-disabled', 'true')
    await user.click(page().getByRole('button', { name: 'Later page' }))
    expect(page().getByText('word of 2026-11-10')).toBeVisible()
    earlier.focus()
    await user.keyboard('{Enter}')
    expect(page().getByText('word of 2026-11-03')).toBeVisible()
    expect(page().getByRole('status')).toHaveTextContent('word of 2026-11-03')
    // A disabled button would have lost it, and keys could not leaf back.
    expect(earlier).toHaveFocus()
    expect(earlier).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Enter}')
    expect(page().getByText('word of 2026-11-03')).toBeVisible()
  })

  it('makes a flip book of a month that is over', async () => {
    const drawing = { type: 'drawing' as const, content: PNG, timeSpent: 60 }
    const drawn = ['2026-10-31', '2026-10-30'].map((date) => played(date, { myEntries: [drawing] }))
    const make = vi
      .spyOn(flipBook, 'makeFlipBook')
      .mockRejectedValueOnce(new Error('the chunk is gone'))
      .mockResolvedValue(new Blob(['a book'], { type: 'image/gif' }))
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:book')
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    withDays([...run(TODAY, 3), ...drawn])
    const { user } = renderApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Calendar' }))
    await findPlayed('2026-11')
    expect(screen.queryByRole('button', { name: 'Flip book' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    await user.click(await screen.findByRole('button', { name: 'Flip book' }))
    await user.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByAltText('Your 2 drawings of the month, one after another')).toBeVisible()
    expect(make.mock.lastCall?.[0].map(({ date }) => date)).toEqual(['2026-10-30', '2026-10-31'])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved).toEqual(['inkling-2026-10.gif'])
  })

  it('reports that a month cannot be loaded, and retries', async () => {
    const days = [...run(TODAY, 1), ...run('2026-11-18', 14)]
    withDays(days)
    const { user } = renderApp('/history')
    const calendar = await screen.findByRole('button', { name: 'Calendar' })
    server.use(refuse('getHistory', 'INTERNAL', 'The page is stuck together'))
    await user.click(calendar)
    expect(await screen.findByText('The page is stuck together')).toBeVisible()
    withDays(days)
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await findPlayed('2026-11')).toHaveLength(15)
  })
})
