import { setImmediate } from 'node:timers/promises'
import { words } from '@inkling/fixtures/words'
import { joinChunks, readChunks } from '@inkling/mock-server/picture/png-chunks'
import type { Sketchbook } from '../../bots/sketchbook.ts'

/** The PNG chunks that a server sends to guessers; it removes all others. */
const SHOWN = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** Drawings created before a load starts, so that drawing does not disturb the measurement. */
export interface Gallery {
  /** The body of a submission with a drawing of the word, or of another word if the library cannot draw it. */
  submissionOf(word: string): Buffer
  /** The word that a base64 PNG of this gallery shows; undefined for another drawing. */
  wordOf(png: string): string | undefined
  /** The word of the gallery at a fraction of its length, from 0 up to but not including 1. */
  wordAt(fraction: number): string
}

/**
 * Draws words and prepares the body of a submission for each.
 * @param hand the seed of the hand that draws.
 * @param drawn the words to draw; by default all words of the game.
 */
export async function makeGallery(
  sketchbook: Sketchbook,
  hand: string,
  drawn: readonly string[] = words.map(({ word }) => word),
): Promise<Gallery> {
  const submissions = new Map<string, Buffer>()
  const shownAs = new Map<string, string>()
  for (const word of drawn) {
    // The canvas frees memory only between turns of the event loop.
    await setImmediate()
    const { shows, png, strokeCount } = await sketchbook.draw(word, hand, 1)
    // A word that the library cannot draw is drawn as another word, which the gallery has already.
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

/** Distinguishes the pictures of a gallery without hashing all of them. */
const fingerprint = (png: string): string => `${png.length} ${png.slice(-64)}`

/** A fraction derived from a text, from 0 up to but not including 1. */
function spread(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % 65_521
  return sum / 65_521
}
