import { DRAWING } from '../contract/constants.ts'
import type { Codecs } from './codecs.ts'
import { joinChunks, notPng, PngError, readChunks } from './png-chunks.ts'
import { checkPixels, pictureChunks } from './png-picture.ts'

/** A submitted drawing, not yet decoded. */
export interface SentDrawing {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes. */
  readonly hash: string
}

/** A drawing as stored: the picture without unneeded chunks, and its strokes. */
export interface ValidDrawing {
  readonly png: Uint8Array
  readonly pngHash: string
  /** The data of the stroke chunk, not validated. */
  readonly strokes: Uint8Array | null
  readonly strokesHash: string | null
  /** SHA-256 of the bytes as sent. */
  readonly sentHash: string
}

const DATA_PREFIX = 'data:image/png;base64,'

/**
 * Decodes the base64 of a submitted drawing, with or without data prefix (API.md, Turns).
 * @throws {PngError} with a sentence for the player if it is not base64 or over 512 KiB.
 */
export function readSent(text: string, { fromBase64, sha256 }: Codecs): SentDrawing {
  const base64 = text.startsWith(DATA_PREFIX) ? text.slice(DATA_PREFIX.length) : text
  if (base64.length > Math.ceil(DRAWING.maxBytes / 3) * 4) throw tooLarge()
  const bytes = fromBase64(base64)
  if (!bytes) throw notPng()
  if (bytes.length > DRAWING.maxBytes) throw tooLarge()
  return { bytes, hash: sha256(bytes) }
}

const tooLarge = (): PngError =>
  new PngError(`The drawing is too large: the maximum is ${DRAWING.maxBytes / 1024} KiB.`)

/**
 * Decodes a submitted drawing like {@link readSent}, validates it, and separates its strokes. Dimensions and colour
 * type are checked before anything is inflated.
 * @throws {PngError} with a sentence for the player if the drawing is refused.
 */
export function validateDrawing(text: string, codecs: Codecs): ValidDrawing {
  const { bytes: sent, hash: sentHash } = readSent(text, codecs)
  const known = verdicts.get(sentHash)
  if (known) throw new PngError(known)
  try {
    const chunks = readChunks(sent, codecs.crc32)
    const picture = pictureChunks(chunks)
    if (known === undefined) checkPixels(picture, codecs)
    remember(sentHash, null)

    const png = joinChunks(picture.stored)
    const data = chunks.find(({ type }) => type === DRAWING.strokeChunk)?.data
    const strokes = data && data.length <= DRAWING.strokeChunkMaxBytes ? data : null
    return {
      png,
      pngHash: codecs.sha256(png),
      strokes,
      strokesHash: strokes && codecs.sha256(strokes),
      sentHash,
    }
  } catch (error) {
    if (error instanceof PngError) remember(sentHash, error.message)
    throw error
  }
}

/**
 * Cache by SHA-256 of the reason why a drawing is refused, or null if it is accepted, so that a retried transaction or
 * submission does not decode the pixels again.
 */
const verdicts = new Map<string, string | null>()
const MAX_VERDICTS = 1024

function remember(sentHash: string, refusal: string | null): void {
  verdicts.set(sentHash, refusal)
  const [oldest] = verdicts.keys()
  if (verdicts.size > MAX_VERDICTS && oldest !== undefined) verdicts.delete(oldest)
}
