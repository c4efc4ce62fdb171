import { expect, it } from 'vitest'
import { repeatedGuess } from './repeated-guess.ts'

it.each([
  ['The Cat!', 'the cat', 'cat'],
  ['a different accent', 'café', 'cafe'],
  ['spaces and hyphens', 'ice-cream', ' Ice Cream '],
  ['symbols only', '🎈', ' 🎈'],
])('%s is the same guess: %j and %j', (_, earlier, guess) => {
  expect(repeatedGuess(guess, ['dog', earlier])).toBe(earlier)
})

it.each([
  ['cat', 'cats'],
  ['antler', 'tler'],
  ['🎈', '🐈'],
])('%j and %j are different guesses', (earlier, guess) => {
  expect(repeatedGuess(guess, [earlier])).toBeNull()
})
