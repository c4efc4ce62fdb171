import { expect, test } from 'vitest'
import { nearnessText } from './nearness.ts'

test.each([
  [100, 'Spot on'],
  [99, 'Very close'],
  [70, 'Very close'],
  [69, 'Half right'],
  [50, 'Half right'],
  [49, 'Far off'],
  [20, 'Far off'],
  [19, 'Miles off'],
  [0, 'Miles off'],
])('%i is %s', (score, words) => expect(nearnessText(score)).toBe(words))
