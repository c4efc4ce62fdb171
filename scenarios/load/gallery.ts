import { setImmediate } from 'node:timers/promises'
import { words } from '@inkling/fixtures/words'
import { joinChunks, readChunks } from '@inkling/mock-server/picture/png-chunks'
import type { Sketchbook } from '../bots/sketchbook.ts'

/** Chunks that a server gives to guessers; it takes the others out. */
const SHOWN = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** Drawings made before a load begins, so that the generator draws and packs nothing while it measures. */
export interface Gallery {
  /** The body of a submission with a drawing of the word, or of any word where nobody can draw it. */
  submissionOf(word: string): Buffer
  /** The word that a base64 PNG of this gallery shows; undefined for another drawing. */
  wordOf(png: string): string | undefined
  /** A word of the gallery, by a fraction from 0 up to but not including 1. */
  wordAt(fraction: number): string
}

/**
 * Draws the given words, and packs each as a submission.
 * @param hand the seed of the hand that draws.
 * @param drawn the words to draw: all that can be given by a server, without it.
 */
export async function makeGallery(
  sketchbook: Sketchbook,
  hand: string,
  drawn: readonly string[] = words.map(({ word }) => word),
): Promise<Gallery> {
  const submissions = new Map<string, Buffer>()
  const shownAs = new Map<string, string>()
  for (const word of drawn) {
    // The canvas gives its memory back when the event loop turns.
    await setImmediate()
    const { shows, png, strokeCount } = await sketchbook.draw(word, hand, 1)
    // Words that nobody can draw are drawn as another one; one drawing of each is enough.
    if (shows !== word) continue
    const body = { content: { drawing: png }, timeSpent: 60, strokeCount }
    submissions.set(word, Buffer.from(JSON.stringify(body)))
    const chunks = readChunks(Buffer.from(png, 'base64')).filter(({ type }) => SHOWN.includes(type))
    shownAs.set(fingerprint(Buffer.from(joinChunks(chunks)).toString('base64')), word)
  }
  const all = [...submissions.keys()]
  const wordAt = (fraction: number) => all[Math.floor(fraction * all.length)] ?? ''
  return {
    submissionOf: (word) => submissions.get(word) ?? (submissions.get(wordAt(spread(word))) as Buffer),
    wordOf: (png) => shownAs.get(fingerprint(png)),
    wordAt,
  }
}

/** Enough of a picture to tell it from the others of a gallery, without a hash of all of it. */
const fingerprint = (png: string): string => `${png.length} ${png.slice(-64)}`

/** A fraction that a text always has, from 0 up to but not including 1. */
function spread(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % 65_521
  return sum / 65_521
}
