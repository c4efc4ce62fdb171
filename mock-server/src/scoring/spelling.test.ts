import { describe, expect, it } from 'vitest'
import { likeness, slipsBetween } from './spelling.ts'

describe('slips of the keys', () => {
  it.each([
    ['cat', 'cat', 0],
    ['penguin', 'pengiun', 1],
    ['elephant', 'elefant', 2],
    ['baloon', 'balloon', 1],
    ['kitten', 'sitting', 3],
  ])('counts those between %s and %s', (a, b, slips) => {
    expect(slipsBetween(a, b, 5)).toBe(slips)
    expect(slipsBetween(b, a, 5)).toBe(slips)
  })

  it('stops counting past the limit', () => {
    expect(slipsBetween('kitten', 'sitting', 1)).toBe(2)
    expect(slipsBetween('a', 'abcdef', 2)).toBe(3)
  })

  it('measures likeness by pairs of letters', () => {
    expect(likeness('night', 'night')).toBe(1)
    expect(likeness('night', 'nacht')).toBe(0.25)
    expect(likeness('a', 'night')).toBe(0)
  })
})
