import { expect, test } from 'vitest'
import { durationText, milliseconds } from './duration.ts'

test('a duration is written in the largest unit without a fraction', () => {
  expect([0, 1, 1500, 90_000, 360_000, 7_200_000, 172_800_000].map(durationText)).toEqual([
    '0ms',
    '1ms',
    '1500ms',
    '90s',
    '6m',
    '2h',
    '2d',
  ])
  expect(milliseconds(durationText(360_000))).toBe(360_000)
})
