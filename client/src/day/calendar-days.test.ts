import { describe, expect, it } from 'vitest'
import { aDay } from '../testing/builders.ts'
import { addMonths, knownDays, streakOf, weeksOf } from './calendar-days.ts'

const played = (...dates: string[]) => dates.map((date) => aDay({ gameId: date, date }))
const missed = (date: string) => aDay({ gameId: date, date, myEntries: [] })

describe('the streak', () => {
  it('counts consecutive days up to today', () => {
    const known = knownDays(played('2026-11-21', '2026-11-20', '2026-11-19', '2026-11-17'), null)
    expect(streakOf(known, '2026-11-21')).toEqual({ days: 3, isMore: false })
  })

  it('does not end while today can still be played', () => {
    const known = knownDays([missed('2026-11-21'), ...played('2026-11-20', '2026-11-19')], null)
    expect(streakOf(known, '2026-11-21')).toEqual({ days: 2, isMore: false })
  })

  it('ends at a day without a game, or with a game without an entry', () => {
    expect(streakOf(knownDays(played('2026-11-19'), null), '2026-11-21').days).toBe(0)
    const off = knownDays(played('2026-11-21', '2026-11-18'), null, ['2026-11-20', '2026-11-19'])
    expect(streakOf(off, '2026-11-21').days).toBe(2)
    const known = knownDays([...played('2026-11-21'), missed('2026-11-20'), ...played('2026-11-19')], null)
    expect(streakOf(known, '2026-11-21').days).toBe(1)
  })

  it('counts a day with two games once', () => {
    const twice = [...played('2026-11-21'), aDay({ gameId: 'other', date: '2026-11-21' })]
    expect(streakOf(knownDays(twice, null), '2026-11-21').days).toBe(1)
  })

  it('continues across ends of months and years, and leap days', () => {
    const newYear = knownDays(played('2027-01-01', '2026-12-31'), null)
    expect(streakOf(newYear, '2027-01-01').days).toBe(2)
    const leap = knownDays(played('2028-03-01', '2028-02-29', '2028-02-28'), null)
    expect(streakOf(leap, '2028-03-01').days).toBe(3)
  })

  it('is marked when it may extend beyond the loaded days', () => {
    const dates = ['2026-11-21', '2026-11-20', '2026-11-19']
    expect(streakOf(knownDays(played(...dates), '2026-11-19'), '2026-11-21')).toEqual({
      days: 3,
      isMore: true,
    })
    expect(streakOf(knownDays(played('2026-11-21'), '2026-11-19'), '2026-11-21').isMore).toBe(false)
  })
})

describe('the calendar', () => {
  it('arranges a month in weeks that start on Monday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29)
  })

  it('continues across years', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
  })
})
