import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('pauses double up to a maximum, and chance shortens each by at most a half', () => {
  const pauses = { first: 1000, max: 60_000 }
  const longest = [1, 2, 3, 7, 99].map((failures) => backoffMs(failures, pauses, () => 0))
  expect(longest).toEqual([1000, 2000, 4000, 60_000, 60_000])
  expect(backoffMs(99, pauses, () => 1)).toBe(30_000)
})
