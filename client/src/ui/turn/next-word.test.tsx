import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { observeServerDate } from '../../platform/server-clock.ts'
import NextWord from './next-word.tsx'

const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const shown = () => screen.getByRole('timer').querySelector('time')?.textContent

beforeEach(() => vi.useFakeTimers())

describe('the countdown to the next word', () => {
  it("counts down to midnight in the game's time zone, second by second", () => {
    vi.setSystemTime('2026-11-21T17:00:00Z')
    render(<NextWord />)
    expect(shown()).toBe('12:00:00')
    expect(screen.getByRole('timer')).toHaveTextContent(/at .+ your time$/)
    act(() => vi.advanceTimersByTime(1000))
    expect(shown()).toBe('11:59:59')
  })

  it.each([
    ['a day of 23 hours', '2026-03-08T05:00:00Z', '23:00:00'],
    ['an ordinary day', '2026-03-09T04:00:00Z', '24:00:00'],
    ['a day of 25 hours', '2026-11-01T04:00:00Z', '25:00:00'],
  ])('supports %s', (_name, start, left) => {
    vi.setSystemTime(start)
    render(<NextWord />)
    expect(shown()).toBe(left)
  })

  it("uses the server's clock", () => {
    vi.setSystemTime('2026-11-21T17:00:00Z')
    const sent = performance.now()
    observeServerDate('Sat, 21 Nov 2026 18:00:00 GMT', sent, sent)
    render(<NextWord />)
    expect(shown()).toBe('11:00:00')
  })

  it('stops while the page is hidden', () => {
    vi.setSystemTime('2026-11-21T17:00:00Z')
    render(<NextWord />)
    act(() => see('hidden'))
    act(() => vi.advanceTimersByTime(60_000))
    expect(vi.getTimerCount()).toBe(0)
    expect(shown()).toBe('12:00:00')
    act(() => see('visible'))
    expect(shown()).toBe('11:59:00')
  })

  it('announces the next word at midnight and does not restart', () => {
    vi.setSystemTime('2026-11-22T04:59:59Z')
    render(<NextWord />)
    act(() => vi.advanceTimersByTime(3000))
    expect(screen.getByRole('timer')).toHaveTextContent('The next word is on its way!')
  })
})
