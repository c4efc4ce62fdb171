import { expect, test } from 'vitest'
import { meansWord } from './same-guess.ts'

test.each([
  ['Whale', 'whale'],
  ['a whale!', 'whale'],
  ['whales', 'whale'],
  ['wale', 'whale'],
  ['whalle', 'whale'],
  ['hwale', 'whale'],
  ['icecream', 'ice cream'],
  ['bus', 'bus'],
])('%s means %s', (guess, word) => expect(meansWord(guess, word)).toBe(true))

test.each([
  ['cat', 'car'],
  ['snail', 'whale'],
  ['', 'whale'],
  ['boot', 'boat'],
  ['wael', 'whale'],
])('%s does not mean %s', (guess, word) => expect(meansWord(guess, word)).toBe(false))
