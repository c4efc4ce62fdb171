import type { History } from '@inkling/mock-server/contract/schemas/user'
import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { aDay, aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { onceClicked, refuse, reply, server, stall } from '../../testing/server.ts'

const page = (parts: Partial<History> = {}): History => ({
  entries: [],
  nextBefore: null,
  summary: { daysPlayed: 4, participated: 3 },
  ...parts,
})

const tenDays = Array.from({ length: 10 }, (_, at) => aDay({ gameId: `game${at}`, word: `word ${at}` }))

beforeEach(() => {
  signedInAs()
  server.use(reply('getToday', aToday()))
})

describe('the history', () => {
  it('shows a summary and each day', async () => {
    const open = aDay({ gameId: 'game9', date: '2026-11-21', word: null, completed: false, myEntries: [] })
    server.use(reply('getHistory', page({ entries: [open, aDay()] })))
    renderApp('/history')
    const summary = await screen.findByLabelText('Summary')
    for (const [label, value] of [
      // Without the running game, in which the player can still play.
      ['Days Played', '3'],
      ['Participated', '3'],
      ['Participation Rate', '100%'],
    ] as const) {
      expect(within(summary).getByText(label).closest('div')).toHaveTextContent(value)
    }
    const days = screen.getAllByRole('listitem').filter((item) => item.querySelector('time'))
    expect(days).toHaveLength(2)
    const [today, before] = days as [HTMLElement, HTMLElement]
    expect(within(today).getByText('In Progress')).toBeVisible()
    expect(within(today).queryByRole('link', { name: 'View Full Results' })).toBeNull()
    expect(within(before).getByText('Completed')).toBeVisible()
    expect(within(before).getByText('teapot')).toBeVisible()
    expect(within(before).getByText('Guessed in 1 min 15 s')).toBeVisible()
    expect(within(before).getByRole('link', { name: 'View Full Results' })).toHaveAttribute(
      'href',
      '/game/results?gameId=game0',
    )
    expect(screen.queryByRole('button', { name: 'Load More Games' })).toBeNull()
  })

  it.each([
    ['played', aDay({ gameId: 'game9', date: '2026-11-21', completed: false })],
    [
      'excused',
      aDay({ gameId: 'game9', date: '2026-11-21', completed: false, myEntries: [], excused: true }),
    ],
  ])('counts a running game that is %s as the server does', async (_, open) => {
    server.use(reply('getHistory', page({ entries: [open, aDay()] })))
    renderApp('/history')
    const summary = await screen.findByLabelText('Summary')
    expect(within(summary).getByText('Days Played').closest('div')).toHaveTextContent('4')
  })

  it('shows the year of a day in an earlier year only', async () => {
    const year = new Date().getFullYear()
    const days = [aDay({ gameId: 'game1', date: `${year}-01-02` }), aDay({ date: `${year - 1}-12-30` })]
    server.use(reply('getHistory', page({ entries: days })))
    renderApp('/history')
    await screen.findByLabelText('Summary')
    const [now, earlier] = screen.getAllByRole('time')
    expect(now).not.toHaveTextContent(String(year))
    expect(earlier).toHaveTextContent(String(year - 1))
  })

  it('shows a rate of at most 100% after two games on one day', async () => {
    server.use(reply('getHistory', page({ entries: [aDay()], summary: { daysPlayed: 1, participated: 2 } })))
    renderApp('/history')
    const summary = await screen.findByLabelText('Summary')
    expect(within(summary).getByText('Participation Rate').closest('div')).toHaveTextContent('100%')
  })

  it('loads more games if there are more than ten', async () => {
    const befores: (string | null)[] = []
    server.use(
      reply('getHistory', ({ url }) => {
        const before = new URL(url).searchParams.get('before')
        befores.push(before)
        return before
          ? page({ entries: [aDay({ gameId: 'old', word: 'lantern' })] })
          : page({ entries: tenDays, nextBefore: '2026-11-11' })
      }),
    )
    const { user } = renderApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Load More Games' }))
    expect(await screen.findByText('lantern')).toBeVisible()
    expect(befores).toEqual([null, '2026-11-11'])
    expect(screen.queryByRole('button', { name: 'Load More Games' })).toBeNull()
  })

  it('offers to load more at exactly ten games, and finds none', async () => {
    server.use(reply('getHistory', page({ entries: tenDays })))
    const { user } = renderApp('/history')
    const more = await screen.findByRole('button', { name: 'Load More Games' })
    await user.click(more)
    expect(more).not.toBeInTheDocument()
    expect(screen.getByText('This is where your book begins.')).toBeVisible()
  })

  it('keeps the loaded games when the rest cannot be loaded', async () => {
    server.use(
      reply('getHistory', ({ url }) => {
        if (new URL(url).searchParams.has('before')) throw HttpResponse.error()
        return page({ entries: tenDays, nextBefore: '2026-11-11' })
      }),
    )
    const { user } = renderApp('/history')
    const more = await screen.findByRole('button', { name: 'Load More Games' })
    await user.click(more)
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByText('word 9')).toBeVisible()
    expect(more).toBeEnabled()
  })

  it('does not offer to load more below ten games', async () => {
    server.use(reply('getHistory', page({ entries: tenDays.slice(1), nextBefore: '2026-11-11' })))
    renderApp('/history')
    expect(await screen.findAllByText('Completed')).toHaveLength(9)
    expect(screen.queryByRole('button', { name: 'Load More Games' })).toBeNull()
  })

  it('is cached for five minutes, even after a reload', async () => {
    let calls = 0
    server.use(
      reply('getHistory', () => {
        calls++
        return page({ entries: [aDay()] })
      }),
    )
    const { unmount } = renderApp('/history')
    expect(await screen.findByText('kettle')).toBeVisible()
    unmount()
    const { queryClient } = await import('../../session/server/query-client.ts')
    queryClient.clear()
    renderApp('/history')
    expect(await screen.findByText('kettle')).toBeVisible()
    expect(calls).toBe(1)
  })

  it('shows the loading state', async () => {
    server.use(stall('getHistory'))
    renderApp('/history')
    expect(await screen.findByText('Leafing back...')).toBeVisible()
  })

  it('shows the empty state', async () => {
    server.use(reply('getHistory', page({ summary: { daysPlayed: 0, participated: 0 } })))
    renderApp('/history')
    expect(await screen.findByText('No pages yet')).toBeVisible()
    expect(screen.getByText('0%')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start Playing' })).toHaveAttribute('href', '/')
  })

  it('shows the error and retries', async () => {
    server.use(refuse('getHistory', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/history')
    expect(await screen.findByText('The ink ran out')).toBeVisible()
    const again = screen.getByRole('button', { name: 'Try Again' })
    await user.click(onceClicked(again, reply('getHistory', page({ entries: [aDay()] }))))
    expect(await screen.findByText('kettle')).toBeVisible()
  })
})
