import { expect, test, vi } from 'vitest'
import { storedWorld } from './stored-world.ts'

const judge = vi.fn(() => ({ score: 0 }) as never)
const world = (now: string, seed = '7', timeZone = 'America/New_York') =>
  storedWorld('empty', { seed, now, timeZone, judge })

test('the same world is returned for a minute of the clock', () => {
  const first = world('2026-03-07T17:00:00.000Z')
  expect(world('2026-03-07T17:00:00.000Z')).toBe(first)
  expect(world('2026-03-07T17:00:59.000Z')).toBe(first)
  // Frozen right after the start.
  expect(world('2026-03-07T16:59:59.500Z')).toBe(first)
  const later = world('2026-03-07T17:01:01.000Z')
  expect(later).not.toBe(first)
  expect(world('2026-03-07T16:59:58.000Z')).not.toBe(first)
})

test('another seed or zone is another world', () => {
  const now = '2026-03-08T17:00:00.000Z'
  const first = world(now)
  expect(world(now, '8')).not.toBe(first)
  expect(world(now)).toBe(first)
  expect(world(now, '7', 'Europe/Paris')).not.toBe(first)
})
