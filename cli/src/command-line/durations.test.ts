import { expect, test } from 'vitest'
import { durationOf, waitingTimeOf } from './durations.ts'

test('a duration is a number and a unit', () => {
  expect(durationOf('1.5h')).toBe(5_400_000)
  expect(() => durationOf('6 minutes')).toThrow("'6 minutes' is not a duration.")
})

test('a duration beyond the dates of clocks, or beyond the timers of Node, is refused', () => {
  expect(durationOf('3650d')).toBe(3650 * 86_400_000)
  expect(() => durationOf('3651d')).toThrow("'3651d' is too long: write 3650d or less.")
  expect(waitingTimeOf('24d')).toBeLessThan(2 ** 31)
  expect(() => waitingTimeOf('30d')).toThrow("'30d' is too long: write 24d or less.")
})
