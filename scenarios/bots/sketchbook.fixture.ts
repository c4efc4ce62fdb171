import { decode, encode } from 'fast-png'
import type { Sketchbook } from './sketchbook.ts'

const SIDE = 64
const INK = 3

/** A sketchbook for tests that are not about drawing. The pixels encode the word, so pictures are always recognised. */
export const spellingSketchbook: Sketchbook = {
  draw(text) {
    const data = new Uint8Array(SIDE * SIDE * INK).fill(255)
    data.set(new TextEncoder().encode(text.padEnd(SIDE)).subarray(0, SIDE))
    const png = Buffer.from(encode({ width: SIDE, height: SIDE, channels: INK, data })).toString('base64')
    return { shows: text, png, strokeCount: 1 }
  },
  async recognise(png) {
    const { data } = decode(Buffer.from(png, 'base64'))
    const word = new TextDecoder().decode(Uint8Array.from(data.subarray(0, SIDE))).trim()
    return [{ word, likeness: 1 }]
  },
  beside: (word) => [`no ${word}`],
}
