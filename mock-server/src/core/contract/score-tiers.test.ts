import { expect, it } from 'vitest'
import { tierOf } from './score-tiers.ts'

it.each([
  [100, 'green', 'green', 5],
  [95, 'green', 'green', 5],
  [94, 'green', 'yellow', 4],
  [90, 'green', 'yellow', 4],
  [89, 'yellow', 'yellow', 4],
  [80, 'yellow', 'yellow', 4],
  [79, 'yellow', 'yellow', 3],
  [70, 'yellow', 'yellow', 3],
  [69, 'orange', 'orange', 3],
  [60, 'orange', 'orange', 3],
  [59, 'orange', 'orange', 2],
  [50, 'orange', 'orange', 2],
  [49, 'grey', 'grey', 2],
  [40, 'grey', 'grey', 2],
  [39, 'grey', 'grey', 1],
  [20, 'grey', 'grey', 1],
  [19, 'grey', 'grey', 0],
  [0, 'grey', 'grey', 0],
] as const)('%i is %s on the button, %s on a badge, and %i dots', (score, button, badge, dots) => {
  expect([tierOf('attempt', score), tierOf('badge', score), tierOf('dots', score)]).toEqual([
    button,
    badge,
    dots,
  ])
})
