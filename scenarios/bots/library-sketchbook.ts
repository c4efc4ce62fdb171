import { deflateSync } from 'node:zlib'
import { drawWord, loadLibrary, type StrokeLibrary } from '@inkling/fixtures/drawings/library'
import { Recogniser } from '@inkling/fixtures/drawings/recognise'
import { Random } from '@inkling/fixtures/random'
import { words } from '@inkling/fixtures/words'
import { rasterise } from '@inkling/mock-server/picture/painting/rasterise'
import { embedStrokeData, strokeJson } from '@inkling/mock-server/picture/stroke-chunk'
import type { Sketchbook } from './sketchbook.ts'

/** Creates a value on first use: preparing a recogniser is slow, and drawing does not need it. */
function once<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}

const recogniser = once(() => new Recogniser(loadLibrary()))

/** Creates a sketchbook that draws from the stroke library and recognises pictures by comparing them with it. */
export function loadSketchbook(): Sketchbook {
  const library = loadLibrary()
  return {
    draw(text, seed, patience) {
      const shows = wordFor(library, text, seed)
      const all = drawWord(library, shows, seed)
      const strokes = all.slice(0, Math.max(1, Math.ceil(all.length * patience)))
      const png = embedStrokeData(rasterise(strokes, deflateSync), deflateSync(strokeJson(strokes)))
      return {
        shows,
        png: Buffer.from(png).toString('base64'),
        strokeCount: strokes.length,
      }
    },
    async recognise(png, max) {
      const seen = recogniser().recognise(Buffer.from(png, 'base64'), { top: max })
      return seen.map(({ word, score }) => ({ word, likeness: score }))
    },
    beside: besideOf,
  }
}

/**
 * Chooses the word to draw for a text: the text itself, a word in it, or a random word if the library cannot draw it.
 */
function wordFor(library: StrokeLibrary, text: string, seed: string): string {
  const folded = text.toLowerCase().trim()
  if (library.has(folded)) return folded
  const inside = library.words.filter((word) => new RegExp(`\\b${word}\\b`).test(folded))
  const [longest] = inside.sort((a, b) => b.length - a.length)
  return longest ?? new Random(`${seed}/${folded}`).pick(library.words)
}

function besideOf(word: string): string[] {
  const category = words.find((each) => each.word === word)?.category
  return words.filter((each) => each.category === category && each.word !== word).map((each) => each.word)
}
