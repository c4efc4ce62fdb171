import { expect, test, vi } from 'vitest'
import { instantDateText } from './locale.ts'

test.each([
  ['America/New_York', 'November 27'],
  ['Europe/Berlin', 'November 28'],
])('an instant has the date of the player in %s', (zone, date) => {
  vi.stubEnv('TZ', zone)
  expect(instantDateText('2026-11-28T01:00:00.000Z')).toBe(date)
  expect(instantDateText('2026-11-28T01:00:00.000Z', { withYear: true })).toBe(`${date}, 2026`)
})
