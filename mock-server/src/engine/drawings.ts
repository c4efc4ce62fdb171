import { DRAWING } from '../contract/constants.ts'
import { joinChunks, PngError, readChunks } from '../contract/png-chunks.ts'
import { checkPicture } from './picture.ts'
import type { Bytes } from './ports.ts'

/** A drawing as it is kept: the picture without private and text chunks, and the strokes that rode in it. */
export interface TakenDrawing {
  readonly png: Uint8Array
  readonly pngHash: string
  /** The data of the stroke chunk, unread: whether they are strokes is seen when results show them. */
  readonly strokes: Uint8Array | null
  readonly strokesHash: string | null
  /** Of the bytes as sent. */
  readonly sentHash: string
}

const DATA_PREFIX = /^data:image\/png;base64,/

/** So many drawings are remembered, since the same one may come again: sent twice, or by many players of a simulation. */
const REMEMBERED = 128
const remembered = new Map<string, TakenDrawing>()

/**
 * Reads a submitted drawing, base64 with or without data prefix (api.md, submit-turn). Size and dimensions are
 * checked before anything is inflated.
 * @throws {PngError} with a sentence for the player when it cannot be taken.
 */
export function takeDrawing(text: string, bytes: Bytes): TakenDrawing {
  const sent = bytes.fromBase64(text.replace(DATA_PREFIX, ''))
  if (!sent) throw new PngError('The drawing is not a PNG image.')
  if (sent.length > DRAWING.maxBytes) {
    throw new PngError(`The drawing is too large: ${DRAWING.maxBytes / 1024} KiB are the most.`)
  }
  const sentHash = bytes.sha256(sent)
  const known = remembered.get(sentHash)
  if (known) return known
  const taken = readDrawing(sent, sentHash, bytes)
  remembered.set(sentHash, taken)
  const [oldest] = remembered.keys()
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return taken
}

function readDrawing(sent: Uint8Array, sentHash: string, bytes: Bytes): TakenDrawing {
  const chunks = readChunks(sent, bytes.crc32)
  const png = joinChunks(chunks.filter(({ type }) => !isPrivate(type) && !TEXT_CHUNKS.has(type)))
  checkPicture(chunks, bytes)

  const data = chunks.find(({ type }) => type === DRAWING.strokeChunk)?.data
  const strokes = data && data.length <= DRAWING.strokeChunkMaxBytes ? data : null
  return {
    png,
    pngHash: bytes.sha256(png),
    strokes,
    strokesHash: strokes && bytes.sha256(strokes),
    sentHash,
  }
}

const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt'])

/** A private chunk has a small second letter. */
const isPrivate = (type: string): boolean => (type.charCodeAt(1) & 0x20) !== 0
