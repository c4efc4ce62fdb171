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

test('most drawings by unknown hands are recognised within five guesses', async () => {
  const sample = words.filter((_, at) => at % 8 === 0).map(({ word }) => word)
  let recognised = 0
  for (const word of sample) {
    const { png, shows } = sketchbook.draw(word, `hand of ${word}`, 1)
    const seen = await sketchbook.recognise(png, 5)
    if (shows === word && seen.some((each) => each.word === word)) recognised++
  }
  expect(sample.length).toBeGreaterThan(50)
  expect(recognised / sample.length).toBeGreaterThan(0.9)
})

test('returns other words of the same category', () => {
  expect(sketchbook.beside('cat')).toContain('dog')
  expect(sketchbook.beside('cat')).not.toContain('cat')
  expect(sketchbook.beside('no such word')).toEqual([])
})
