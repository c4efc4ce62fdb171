import { words } from '@inkling/fixtures/words'
import { describe, expect, test } from 'vitest'
import { loadSketchbook } from './library-sketchbook.ts'

const sketchbook = loadSketchbook()

describe('drawing', () => {
  test('is the same for the same seed, and different for another', () => {
    const [one, same, other] = ['a', 'a', 'b'].map((seed) => sketchbook.draw('cat', seed, 1))
    expect(one).toEqual(same)
    expect(one?.png).not.toBe(other?.png)
    expect(one).toMatchObject({ shows: 'cat', strokeCount: expect.any(Number) })
  })

  test('draws the word that a guess contains, or a random word if the library cannot draw it', () => {
    expect(sketchbook.draw(' A brown CAT', 'a', 1).shows).toBe('cat')
    const anything = sketchbook.draw('existentialism', 'a', 1).shows
    expect(words.map(({ word }) => word)).toContain(anything)
  })

  test('stops early with little patience', () => {
    const whole = sketchbook.draw('house', 'a', 1)
    const part = sketchbook.draw('house', 'a', 0.4)
    expect(part.strokeCount).toBeLessThan(whole.strokeCount)
    expect(part.strokeCount).toBeGreaterThan(0)
  })
})

test('recognises what it has drawn', async () => {
  for (const word of ['cat', 'house', 'bicycle']) {
    const { png } = sketchbook.draw(word, `hand of ${word}`, 1)
    expect((await sketchbook.recognise(png, 5)).map((seen) => seen.word)).toContain(word)
  }
})

test('returns other words of the same category', () => {
  expect(sketchbook.beside('cat')).toContain('dog')
  expect(sketchbook.beside('cat')).not.toContain('cat')
  expect(sketchbook.beside('no such word')).toEqual([])
})
