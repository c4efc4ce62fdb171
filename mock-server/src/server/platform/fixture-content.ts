import { deflateSync } from 'node:zlib'
import type { StrokeLibrary } from '@inkling/fixtures/drawings/library'
import { words } from '@inkling/fixtures/words'
import { rasterise } from '../../core/picture/painting/rasterise.ts'
import { encodeStrokes } from '../../core/picture/stroke-chunk.ts'
import type { Content } from '../../engine/ports.ts'

let library: StrokeLibrary | undefined

/** Words and drawings of the fixtures. The library is loaded with the first drawing. */
export const fixtureContent: Content = {
  words,
  async draw(word, seed) {
    const { drawWord, loadLibrary } = await import('@inkling/fixtures/drawings/library')
    library ??= loadLibrary()
    const strokes = drawWord(library, library.has(word) ? word : anotherWord(library, seed), seed)
    return {
      png: rasterise(strokes, deflateSync),
      strokes: await encodeStrokes(strokes, deflateSync),
      strokeCount: strokes.length,
    }
  },
}

/** Substitutes a word for one that the library cannot draw. */
function anotherWord(known: StrokeLibrary, seed: string): string {
  const sum = [...seed].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  const word = known.words[sum % known.words.length]
  if (word === undefined) throw new Error('The stroke library is empty')
  return word
}
