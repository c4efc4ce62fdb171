import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { observeGameZone } from '../../platform/game-zone.ts'
import { observeServerDate } from '../../platform/server-clock.ts'
import OwnMidnight from './own-midnight.tsx'

const { TZ } = process.env
afterEach(() => {
  process.env.TZ = TZ
})

/** What stands beside "midnight EST" on a device of a zone whose own clock is wrong by a month. */
function textIn(zone: string, now: string): string {
  process.env.TZ = zone
  vi.setSystemTime(new Date('2026-06-01T12:00:00Z'))
  const at = performance.now()
  observeServerDate(new Date(now).toUTCString(), at, at)
  const { container } = render(<OwnMidnight />)
  return (container.textContent ?? '').replace('\u202f', ' ')
}

it.each([
  ['America/New_York', '2026-03-07T17:00:00Z', ''],
  ['America/Toronto', '2026-07-07T17:00:00Z', ''],
  ['Europe/Berlin', '2026-03-07T17:00:00Z', ' (6:00 AM your time)'],
  // New York is in summer time, and Berlin is not yet.
  ['Europe/Berlin', '2026-03-08T17:00:00Z', ' (5:00 AM your time)'],
  ['Europe/Berlin', '2026-03-29T17:00:00Z', ' (6:00 AM your time)'],
  ['Asia/Kathmandu', '2026-11-01T17:00:00Z', ' (10:45 AM your time)'],
  ['America/Los_Angeles', '2026-11-01T17:00:00Z', ' (9:00 PM your time)'],
])('in %s at %s, midnight EST is%s', (zone, now, text) => {
  expect(textIn(zone, now)).toBe(text)
})

it("is the midnight of the server's zone", () => {
  observeGameZone('Asia/Tokyo')
  expect(textIn('Europe/Berlin', '2026-03-07T17:00:00Z')).toBe(' (4:00 PM your time)')
})
