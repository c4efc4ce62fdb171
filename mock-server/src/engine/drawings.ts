import { decode } from 'fast-png'
import { unzlibSync } from 'fflate'
import { DRAWING } from '../contract/constants.ts'
import { type PngChunk, PngError, readChunks, writeChunks } from '../contract/png-chunks.ts'
import { decodeStrokes } from '../contract/stroke-chunk.ts'
import type { Bytes } from './ports.ts'

/** A drawing as it is kept: the picture without private and text chunks, and the strokes that rode in it. */
export interface TakenDrawing {
  readonly png: Uint8Array
  readonly pngHash: string
  /** The data of a readable stroke chunk. */
  readonly strokes: Uint8Array | null
  readonly strokesHash: string | null
  /** Of the bytes as sent. */
  readonly sentHash: string
}

const DATA_PREFIX = /^data:image\/png;base64,/

/**
 * Reads a submitted drawing, base64 with or without data prefix (api.md, submit-turn). Size and dimensions are
 * checked before anything is inflated.
 * @throws {PngError} with a sentence for the player when it cannot be taken.
 */
export async function takeDrawing(text: string, bytes: Bytes): Promise<TakenDrawing> {
  const sent = bytes.fromBase64(text.replace(DATA_PREFIX, ''))
  if (!sent) throw new PngError('The drawing is not a PNG image.')
  if (sent.length > DRAWING.maxBytes) {
    throw new PngError(`The drawing is too large: ${DRAWING.maxBytes / 1024} KiB are the most.`)
  }
  const chunks = readChunks(sent)
  checkPicture(chunks)
  const png = writeChunks(chunks.filter(({ type }) => !isPrivate(type) && !TEXT_CHUNKS.has(type)))
  if (isBlank(png)) throw new PngError('The drawing is empty. Please draw something first.')

  const data = chunks.find(({ type }) => type === DRAWING.strokeChunk)?.data
  const fits = data && data.length <= DRAWING.strokeChunkMaxBytes && (await decodeStrokes(data))
  const strokes = fits ? data : null
  return {
    png,
    pngHash: bytes.sha256(png),
    strokes,
    strokesHash: strokes && bytes.sha256(strokes),
    sentHash: bytes.sha256(sent),
  }
}

const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt'])

/** A private chunk has a small second letter. */
const isPrivate = (type: string): boolean => (type.charCodeAt(1) & 0x20) !== 0

/** Bits of one pixel by colour type, at one bit a sample. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Dimensions, and that the pixels inflate to what the header says and no more. */
function checkPicture(chunks: readonly PngChunk[]): void {
  const header = chunks[0]
  if (header?.type !== 'IHDR' || header.data.length !== 13) {
    throw new PngError('The drawing is not a PNG image.')
  }
  const view = new DataView(header.data.buffer, header.data.byteOffset, header.data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth, colourType, interlaced] = [view.getUint8(8), view.getUint8(9), view.getUint8(12) !== 0]
  if (Math.max(width, height) > DRAWING.maxSide) {
    throw new PngError(`The drawing is too large: ${DRAWING.maxSide} pixels a side are the most.`)
  }
  if (Math.min(width, height) < DRAWING.minSide) {
    throw new PngError(`The drawing is too small: ${DRAWING.minSide} pixels a side are the least.`)
  }
  const samples = SAMPLES[colourType]
  if (!samples || ![1, 2, 4, 8, 16].includes(depth)) throw new PngError('The drawing is not a PNG image.')
  const rowBytes = 1 + Math.ceil((width * samples * depth) / 8)
  // An interlaced picture has up to seven passes, each with filter bytes and rounded rows of its own.
  const most = interlaced ? 2 * rowBytes * height + 7 * height : rowBytes * height
  checkInflated(chunks, most)
}

function checkInflated(chunks: readonly PngChunk[], mostBytes: number): void {
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    packed.set(part, at)
    at += part.length
  }
  if (inflatedLength(packed, mostBytes) > mostBytes) {
    throw new PngError('The drawing was damaged on its way. Please try again.')
  }
}

/** The inflated length, or any larger than `mostBytes`, without ever holding more than that. */
function inflatedLength(packed: Uint8Array, mostBytes: number): number {
  try {
    // What does not fit is not written: one byte too many is enough to tell.
    return unzlibSync(packed, { out: new Uint8Array(mostBytes + 1) }).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** One flat colour, transparent counting as white. */
function isBlank(png: Uint8Array): boolean {
  const { data, channels, depth, palette } = decodePicture(png)
  const alpha = channels === 4 || channels === 2
  const white = depth === 16 ? 0xffff : 0xff
  const colourAt = (at: number): number => {
    if (palette) {
      const [red = 0, green = 0, blue = 0, opacity = 255] = palette[data[at] ?? 0] ?? []
      return opacity === 0 ? 0xffffff : red * 65_536 + green * 256 + blue
    }
    if (alpha && data[at + channels - 1] === 0) return white * 0x1_0001_0001
    const [red = 0, green = red, blue = red] = data.subarray(at, at + (alpha ? channels - 1 : channels))
    return red + green * 0x1_0000 + blue * 0x1_0000_0000
  }
  const first = colourAt(0)
  for (let at = channels; at < data.length; at += channels) if (colourAt(at) !== first) return false
  return true
}

function decodePicture(png: Uint8Array) {
  try {
    return decode(png)
  } catch {
    throw new PngError('The drawing was damaged on its way. Please try again.')
  }
}
