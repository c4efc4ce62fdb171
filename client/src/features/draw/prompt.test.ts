import { expect, it } from 'vitest'
import { promptOf } from './prompt.ts'

it('is the word at the start of a chain, and the guess after that', () => {
  expect(promptOf({ word: 'cat', previousEntry: null })).toEqual({ text: 'cat', label: 'Draw the word' })
  expect(promptOf({ word: 'cat', previousEntry: { guess: 'a dog' } })).toEqual({
    text: 'a dog',
    label: 'Draw the guess',
  })
})
