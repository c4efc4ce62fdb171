import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'

describe('folding', () => {
  it.each([
    ['The  Cat!', 'cat'],
    ["Jack-o'-Lantern", 'jack o lantern'],
    ['Café au lait', 'cafe au lait'],
    ['salt & pepper', 'salt and pepper'],
    ['Straße', 'strasse'],
    ['vitamin A', 'vitamin a'],
    ['the', 'the'],
    ['c.a.t.', 'cat'],
    ['S A N D W I C H', 'sandwich'],
    ['a-n-t', 'ant'],
    ['a T', 't'],
    ['a b c book', 'b c book'],
    ['an ice cream', 'ice cream'],
    ['cat in a hat', 'cat in hat'],
    ['Ёлка', 'елка'],
    ['ガラス', 'ガラス'],
  ])('reduces "%s" to the text that is compared', (phrase, text) => {
    expect(fold(phrase).text).toBe(text)
  })

  it('does not remove symbols if there is nothing else, and reduces blanks to an empty text', () => {
    expect(fold(' 🐱\ufe0f ').text).toBe('🐱')
    expect(fold(' \t ').compact).toBe('')
  })
})
