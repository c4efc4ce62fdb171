import { deflateSync } from 'node:zlib'
import { drawWord, type StrokeLibrary } from '@inkling/fixtures/drawings/library'
import { toBase64 } from '../../../core/contract/base64.ts'
import { rasterise } from '../../../core/picture/painting/rasterise.ts'
import { sha256 } from './ids.ts'

/** The references of an entry to a drawing. The data is in the blobs. */
export interface Picture {
  readonly drawing: string
  readonly strokes: string
  readonly strokeCount: number
}

/** The drawings of a world. The same word drawn by the same hand is rendered once and shared. */
export class WorldPictures {
  readonly library: StrokeLibrary
  readonly #drawn = new Map<string, Picture>()
  readonly #blobs = new Map<string, string>()

  constructor(library: StrokeLibrary) {
    this.library = library
  }

  /** @throws {RangeError} for a word that the library cannot draw. */
  of(word: string, hand: string): Picture {
    const key = `${word}\n${hand}`
    const known = this.#drawn.get(key)
    if (known) return known
    const strokes = drawWord(this.library, word, hand)
    const drawing = this.#keep(rasterise(strokes, deflateSync))
    const picture = {
      drawing,
      strokes: this.#keep(deflateSync(JSON.stringify(strokes))),
      strokeCount: strokes.length,
    }
    this.#drawn.set(key, picture)
    return picture
  }

  /** All drawings and strokes as base64, keyed and sorted by SHA-256. */
  blobs(): Record<string, string> {
    return Object.fromEntries([...this.#blobs].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #keep(bytes: Uint8Array): string {
    const hash = sha256(bytes)
    this.#blobs.set(hash, toBase64(bytes))
    return hash
  }
}
