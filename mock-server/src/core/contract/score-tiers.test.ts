import { expect, it } from 'vitest'
import { tierOf } from './score-tiers.ts'

it.each([
  [100, 'green', 'green', 5, 'hot'],
  [95, 'green', 'green', 5, 'hot'],
  [94, 'green', 'yellow', 4, 'hot'],
  [90, 'green', 'yellow', 4, 'hot'],
  [89, 'yellow', 'yellow', 4, 'hot'],
  [80, 'yellow', 'yellow', 4, 'hot'],
  [79, 'yellow', 'yellow', 3, 'hot'],
  [70, 'yellow', 'yellow', 3, 'hot'],
  [69, 'orange', 'orange', 3, 'warm'],
  [60, 'orange', 'orange', 3, 'warm'],
  [59, 'orange', 'orange', 2, 'warm'],
  [50, 'orange', 'orange', 2, 'warm'],
  [49, 'grey', 'grey', 2, 'cold'],
  [40, 'grey', 'grey', 2, 'cold'],
  [39, 'grey', 'grey', 1, 'cold'],
  [20, 'grey', 'grey', 1, 'cold'],
  [19, 'grey', 'grey', 0, 'cold'],
  [0, 'grey', 'grey', 0, 'cold'],
] as const)('%i is %s on the button, %s on a badge, %i dots, and %s', (score, ...tiers) => {
  const scales = ['attempt', 'badge', 'dots', 'temperature'] as const
  expect(scales.map((scale) => tierOf(scale, score))).toEqual(tiers)
})
