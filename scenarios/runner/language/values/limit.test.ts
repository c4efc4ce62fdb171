import { expect, test } from 'vitest'
import { holds, LIMIT, LOAD_LIMIT, parseLimit } from './limit.ts'

test.each([
  ['<50ms', [49.9], [50]],
  ['<= 1.5s', [1500], [1500.1]],
  ['>400', [401], [400]],
  ['>=0.1%', [0.1], [0.09]],
  [3, [3], [4]],
  [-1, [-1], [0]],
])('%s holds for %s, and not for %s', (limit, good, bad) => {
  for (const value of good) expect(holds(value, parseLimit(limit))).toBe(true)
  for (const value of bad) expect(holds(value, parseLimit(limit))).toBe(false)
})

test('only load files have percentages', () => {
  expect(['<5ms', '<5%', '5', '<5m'].map((text) => [LIMIT.test(text), LOAD_LIMIT.test(text)])).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [false, false],
  ])
})
