import { deflateSync } from 'node:zlib'
import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { rasterise } from '@inkling/fixtures/drawings/rasterise'
import { Recogniser } from '@inkling/fixtures/drawings/recognise'
import { embedStrokes } from '@inkling/mock-server/picture/stroke-chunk'
import { buildWorld } from '@inkling/mock-server/worlds/build-world'
import { p95, say } from './figures.ts'

/* Speed of drawing and recognising pictures, size of the pictures, and share of recognised pictures. */

const started = performance.now()
const library = loadLibrary()
say('loading the stroke library', performance.now() - started, 'ms', 60)
say('words in the library', library.words.length, '', 450, 'at least')

const drawing: number[] = []
const sizes: number[] = []
const pictures: { word: string; png: Uint8Array }[] = []
for (const seed of ['warm up', 'a', 'b']) {
  for (const word of library.words) {
    // As between the calls of a bot: the canvas frees memory only between turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    const start = performance.now()
    const strokes = drawWord(library, word, seed)
    const png = await embedStrokes(rasterise(strokes), strokes, deflateSync)
    if (seed === 'warm up') continue
    drawing.push(performance.now() - start)
    sizes.push(png.length / 1000)
    if (seed === 'a') pictures.push({ word, png })
  }
}
say('a drawing, strokes to PNG with chunk, p95', p95(drawing), 'ms', 8)
say('size of a drawing, p95', p95(sizes), 'kB', 25)

const recogniser = new Recogniser(library)
const looking: number[] = []
let first = 0
let amongThree = 0
for (const { word, png } of pictures) {
  const start = performance.now()
  const seen = recogniser.recognise(png, { top: 3 }).map((each) => each.word)
  looking.push(performance.now() - start)
  if (seen[0] === word) first++
  if (seen.includes(word)) amongThree++
}
say('recognising a picture, p95', p95(looking), 'ms', 20)
say('right with the first guess, for unknown hands', (100 * first) / pictures.length, '%', 85, 'at least')
say('right within three guesses', (100 * amongThree) / pictures.length, '%', 93, 'at least')

const world = { seed: '7', now: '2026-03-07T17:00:00.000Z', timeZone: 'America/New_York' }
const judge = (guess: string, target: string) =>
  guess === target ? { score: 100, category: 'EXACT' as const } : { score: 10, category: 'DISTANT' as const }
const building = performance.now()
const built = JSON.stringify(buildWorld('demo', { ...world, judge }))
say('building the demo world', (performance.now() - building) / 1000, 's', 3)
const same = built === JSON.stringify(buildWorld('demo', { ...world, judge }))
say('a second demo world is identical', same ? 1 : 0, '', 1, 'at least')
