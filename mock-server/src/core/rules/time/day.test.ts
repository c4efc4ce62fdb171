import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayAt, dayEnd, dayStart } from './day.ts'
import { instantOf, msOf } from './instant.ts'

const NEW_YORK = 'America/New_York'
const HOUR = 3_600_000
const hours = (day: string, zone = NEW_YORK) => (msOf(dayEnd(day, zone)) - msOf(dayStart(day, zone))) / HOUR

describe('the game day', () => {
  test('starts and ends at midnight in its zone', () => {
    expect(dayAt('2026-03-08T04:59:59.999Z', NEW_YORK)).toBe('2026-03-07')
    expect(dayAt('2026-03-08T05:00:00.000Z', NEW_YORK)).toBe('2026-03-08')
    expect(dayStart('2026-03-08', NEW_YORK)).toBe('2026-03-08T05:00:00.000Z')
    expect(dayEnd('2026-03-08', NEW_YORK)).toBe('2026-03-09T04:00:00.000Z')
  })

  test('has 23 hours when clocks go forward and 25 when they go back', () => {
    expect(hours('2026-03-07')).toBe(24)
    expect(hours('2026-03-08')).toBe(23)
    expect(hours('2026-11-01')).toBe(25)
  })

  test('starts at 01:00 when the clocks skip midnight', () => {
    expect(dayStart('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
    expect(dayAt('2026-04-23T21:59:59.999Z', 'Africa/Cairo')).toBe('2026-04-23')
    expect(hours('2026-04-24', 'Africa/Cairo')).toBe(23)
  })

  test('counts across months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2026-03-07', 180)).toBe('2026-09-03')
  })

  test('property: every instant lies within the day that dayAt returns for it', async () => {
    const zones = fc.constantFrom(NEW_YORK, 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo')
    const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    await fc.assert(
      fc.property(times, zones, (time, zone) => {
        const now = instantOf(time.getTime())
        const day = dayAt(now, zone)
        expect(dayStart(day, zone) <= now).toBe(true)
        expect(now < dayEnd(day, zone)).toBe(true)
      }),
      { seed: 7, numRuns: 500 },
    )
  })
})
