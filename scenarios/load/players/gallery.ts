import { words } from '@inkling/fixtures/words'
import { joinChunks, readChunks } from '@inkling/mock-server/picture/png-chunks'
import type { Sketchbook } from '../../bots/sketchbook.ts'

/** The PNG chunks that a server sends to guessers; it removes all others. */
const SHOWN = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** The drawings of a load, all in one hand. */
export interface Gallery {
  /** The body of a submission with a drawing of the word, or of another word if the library cannot draw it. */
  submissionOf(word: string): Buffer
  /** The word that a base64 PNG of this gallery shows; undefined for another drawing. */
  wordOf(png: string): string | undefined
  /** The word of the game at a fraction of their number, from 0 up to but not including 1. */
  wordAt(fraction: number): string
}

/** Drawing takes about 5 ms a word: with so few players, this hardly disturbs the measurement. */
const DRAWN_ON_DEMAND = 50

/**
 * A load of up to 50 players draws each word when it is first needed. A larger one draws all words before it starts, so that
 * drawing does not disturb the measurement.
 * @param hand the seed of the hand that draws.
 */
export function makeGallery(sketchbook: Sketchbook, hand: string, players: number): Gallery {
  const submissions = new Map<string, Buffer>()
  const shownAs = new Map<string, string>()
  const draw = (word: string): Buffer => {
    const { shows, png, strokeCount } = sketchbook.draw(word, hand, 1)
    const body = { content: { drawing: png }, timeSpent: 60, strokeCount }
    const submission = Buffer.from(JSON.stringify(body))
    submissions.set(word, submission)
    const chunks = readChunks(Buffer.from(png, 'base64')).filter(({ type }) => SHOWN.includes(type))
    shownAs.set(fingerprint(Buffer.from(joinChunks(chunks)).toString('base64')), shows)
    return submission
  }
  if (players > DRAWN_ON_DEMAND) for (const { word } of words) draw(word)
  return {
    submissionOf: (word) => submissions.get(word) ?? draw(word),
    wordOf: (png) => shownAs.get(fingerprint(png)),
    wordAt: (fraction) => words[Math.floor(fraction * words.length)]?.word ?? '',
  }
}

/** Distinguishes the pictures of a gallery without hashing all of them. */
const fingerprint = (png: string): string => `${png.length} ${png.slice(-64)}`
