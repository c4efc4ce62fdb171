import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeness, slipsBetween } from './spelling.ts'

describe('typing errors', () => {
  it.each([
    ['cat', 'cat', 0],
    ['penguin', 'pengiun', 1],
    ['elephant', 'elefant', 2],
    ['baloon', 'balloon', 1],
    ['kitten', 'sitting', 3],
  ])('between %s and %s are counted', (a, b, slips) => {
    expect(slipsBetween(a, b, 5)).toBe(slips)
    expect(slipsBetween(b, a, 5)).toBe(slips)
  })

  it('are not counted beyond the limit', () => {
    expect(slipsBetween('kitten', 'sitting', 1)).toBe(2)
    expect(slipsBetween('a', 'abcdef', 2)).toBe(3)
  })

  it('are counted the same in both directions, and never exceed the length of the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, limit) => {
        const exact = slipsBetween(a, b, 20)
        expect(slipsBetween(b, a, 20)).toBe(exact)
        expect(exact).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(slipsBetween(a, b, limit)).toBe(Math.min(exact, limit + 1))
      }),
      { seed: 5, numRuns: 500 },
    )
  })
})

it('measures similarity by pairs of letters', () => {
  expect(likeness('night', 'night')).toBe(1)
  expect(likeness('night', 'nacht')).toBe(0.25)
  expect(likeness('a', 'night')).toBe(0)
})
