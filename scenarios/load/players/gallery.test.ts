import { words } from '@inkling/fixtures/words'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../../bots/sketchbook.fixture.ts'
import { makeGallery } from './gallery.ts'

/** A gallery, and the words that it has drawn so far. */
function galleryOf(players: number) {
  const drawn: string[] = []
  const gallery = makeGallery(
    {
      ...spellingSketchbook,
      draw(word, seed, patience) {
        drawn.push(word)
        return spellingSketchbook.draw(word, seed, patience)
      },
    },
    'hand',
    players,
  )
  const drawingOf = (word: string): string => JSON.parse(String(gallery.submissionOf(word))).content.drawing
  return { drawn, gallery, drawingOf }
}

test('a small load draws a word when it is first needed, and recognises it', () => {
  const { drawn, gallery, drawingOf } = galleryOf(50)
  expect(drawn).toEqual([])
  expect(gallery.wordOf(drawingOf('cat'))).toBe('cat')
  drawingOf('cat')
  expect(drawn).toEqual(['cat'])
})

test('a large load draws all words at once, and recognises those of its other processes', () => {
  const { drawn, gallery } = galleryOf(51)
  expect(drawn).toEqual(words.map(({ word }) => word))
  expect(gallery.wordOf(galleryOf(1).drawingOf('dog'))).toBe('dog')
})

test('guesses are words of the game', () => {
  const { gallery } = galleryOf(1)
  expect([0, 0.9999].map(gallery.wordAt)).toEqual([words[0]?.word, words.at(-1)?.word])
})
