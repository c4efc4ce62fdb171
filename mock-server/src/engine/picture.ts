import { decode } from 'fast-png'
import { DRAWING } from '../contract/constants.ts'
import { type PngChunk, PngError } from '../contract/png-chunks.ts'
import type { Bytes } from './ports.ts'

/* Whether a PNG is a picture that somebody drew. Nothing is inflated before its dimensions are known. */

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colourType: number
  readonly isInterlaced: boolean
}

const DAMAGED = 'The drawing was damaged on its way. Please try again.'

/** Samples of a pixel by colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Checks a PNG of these chunks: its dimensions, that its pixels inflate to what they say and no more, and that there is
 * something to see.
 * @param png the whole of it, for the rare kinds whose pixels a library has to read.
 * @throws {PngError} with a sentence for the player.
 */
export function checkPicture(chunks: readonly PngChunk[], png: Uint8Array, bytes: Bytes): void {
  const header = readHeader(chunks[0])
  const samples = SAMPLES[header.colourType] ?? 1
  const rowBytes = 1 + Math.ceil((header.width * samples * header.depth) / 8)
  const size = rowBytes * header.height
  // An interlaced picture has up to seven passes, each with filter bytes and rounded rows of its own.
  const rows = bytes.inflate(packedPixels(chunks), header.isInterlaced ? 2 * size + 7 * header.height : size)
  if (!rows) throw new PngError(DAMAGED)
  const isPlain = header.depth === 8 && header.colourType !== 3 && !header.isInterlaced
  const isBlank = isPlain ? isOneColour(rows, rowBytes, samples, size) : isBlankByLibrary(png)
  if (isBlank) throw new PngError('The drawing is empty. Please draw something first.')
}

function readHeader(chunk: PngChunk | undefined): Header {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13)
    throw new PngError('The drawing is not a PNG image.')
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, chunk.data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth, colourType, isInterlaced] = [view.getUint8(8), view.getUint8(9), view.getUint8(12) !== 0]
  if (Math.max(width, height) > DRAWING.maxSide) {
    throw new PngError(`The drawing is too large: ${DRAWING.maxSide} pixels a side are the most.`)
  }
  if (Math.min(width, height) < DRAWING.minSide) {
    throw new PngError(`The drawing is too small: ${DRAWING.minSide} pixels a side are the least.`)
  }
  if (!(colourType in SAMPLES) || ![1, 2, 4, 8, 16].includes(depth)) {
    throw new PngError('The drawing is not a PNG image.')
  }
  return { width, height, depth, colourType, isInterlaced }
}

function packedPixels(chunks: readonly PngChunk[]): Uint8Array {
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const [only] = parts
  if (only && parts.length === 1) return only
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    packed.set(part, at)
    at += part.length
  }
  return packed
}

/**
 * Whether 8-bit rows hold one flat colour, transparent counting as white. Rows are unfiltered only until a pixel
 * differs; the filters of all of them are looked at.
 */
function isOneColour(rows: Uint8Array, rowBytes: number, samples: number, size: number): boolean {
  if (rows.length !== size) throw new PngError(DAMAGED)
  for (let at = 0; at < size; at += rowBytes) if ((rows[at] ?? 0) > 4) throw new PngError(DAMAGED)
  let above = new Uint8Array(rowBytes - 1)
  let first: number | null = null
  for (let at = 0; at < size; at += rowBytes) {
    const row = unfiltered(rows.subarray(at + 1, at + rowBytes), rows[at] ?? 0, above, samples)
    for (let x = 0; x < row.length; x += samples) {
      const colour = colourAt(row, x, samples)
      first ??= colour
      if (colour !== first) return false
    }
    above = row
  }
  return true
}

function colourAt(row: Uint8Array, x: number, samples: number): number {
  const hasAlpha = samples === 2 || samples === 4
  if (hasAlpha && row[x + samples - 1] === 0) return 0xffffff
  const red = row[x] ?? 0
  if (samples < 3) return red * 0x010101
  return red * 0x010000 + (row[x + 1] ?? 0) * 0x0100 + (row[x + 2] ?? 0)
}

/** A row as it was before its filter (PNG, section 9). */
function unfiltered(
  row: Uint8Array,
  filter: number,
  above: Uint8Array,
  samples: number,
): Uint8Array<ArrayBuffer> {
  const plain = Uint8Array.from(row)
  if (filter === 0) return plain
  for (let x = 0; x < plain.length; x++) {
    const left = x < samples ? 0 : (plain[x - samples] ?? 0)
    const up = above[x] ?? 0
    const corner = x < samples ? 0 : (above[x - samples] ?? 0)
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    plain[x] = (plain[x] ?? 0) + predicted
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(estimate - one)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** The same for palettes, other depths and interlaced pictures, which no client of ours sends. */
function isBlankByLibrary(png: Uint8Array): boolean {
  const { data, channels, depth, palette } = decodePicture(png)
  const alpha = channels === 4 || channels === 2
  const white = depth === 16 ? 0xffff : 0xff
  const colour = (at: number): number => {
    if (palette) {
      const [red = 0, green = 0, blue = 0, opacity = 255] = palette[data[at] ?? 0] ?? []
      return opacity === 0 ? 0xffffff : red * 65_536 + green * 256 + blue
    }
    if (alpha && data[at + channels - 1] === 0) return white * 0x1_0001_0001
    const [red = 0, green = red, blue = red] = data.subarray(at, at + (alpha ? channels - 1 : channels))
    return red + green * 0x1_0000 + blue * 0x1_0000_0000
  }
  const first = colour(0)
  for (let at = channels; at < data.length; at += channels) if (colour(at) !== first) return false
  return true
}

function decodePicture(png: Uint8Array) {
  try {
    return decode(png)
  } catch {
    throw new PngError(DAMAGED)
  }
}
