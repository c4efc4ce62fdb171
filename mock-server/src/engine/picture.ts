import { DRAWING } from '../contract/constants.ts'
import { type PngChunk, PngError } from '../contract/png-chunks.ts'
import { isOneColourOf, type PictureHeader, packedSize } from './pixels.ts'
import { unfiltered } from './png-filters.ts'
import type { Bytes } from './ports.ts'

/* Whether a PNG is a picture that somebody drew. Nothing is inflated before its dimensions are known. */

const NO_PNG = 'The drawing is not a PNG image.'
const DAMAGED = 'The drawing was damaged on its way. Please try again.'

/** Samples of a pixel, and the bits that one may have, by colour type (PNG, section 11.2.1). */
const COLOUR_TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/**
 * Checks a PNG of these chunks: its dimensions, that its pixels inflate to what they say and no more, and that there is
 * something to see.
 * @throws {PngError} with a sentence for the player.
 */
export function checkPicture(chunks: readonly PngChunk[], bytes: Bytes): void {
  const header = readHeader(chunks)
  const size = packedSize(header)
  const rows = bytes.inflate(packedPixels(chunks), size)
  if (rows?.length !== size) throw new PngError(DAMAGED)
  const hasKey = chunks.some(({ type }) => type === 'tRNS')
  const isPlain = header.depth === 8 && header.colourType !== 3 && !header.isInterlaced && !hasKey
  const isBlank = isPlain
    ? isOneColour(rows, size / header.height, header.samples)
    : isOneColourOf(rows, header, chunks)
  if (isBlank) throw new PngError('The drawing is empty. Please draw something first.')
}

function readHeader(chunks: readonly PngChunk[]): PictureHeader {
  const [first, ...rest] = chunks
  // A second header would be another picture than the one whose size was looked at.
  if (first?.type !== 'IHDR' || first.data.length !== 13 || rest.some(({ type }) => type === 'IHDR')) {
    throw new PngError(NO_PNG)
  }
  const view = new DataView(first.data.buffer, first.data.byteOffset, first.data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  if (Math.max(width, height) > DRAWING.maxSide) {
    throw new PngError(`The drawing is too large: ${DRAWING.maxSide} pixels a side are the most.`)
  }
  if (Math.min(width, height) < DRAWING.minSide) {
    throw new PngError(`The drawing is too small: ${DRAWING.minSide} pixels a side are the least.`)
  }
  const [depth = 0, colourType = -1, compression, filter, interlace = -1] = first.data.subarray(8)
  const known = COLOUR_TYPES[colourType]
  if (!known?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new PngError(NO_PNG)
  }
  return { width, height, depth, colourType, samples: known.samples, isInterlaced: interlace === 1 }
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
 * Whether 8-bit rows hold one flat colour, transparent counting as white. Rows are unfiltered only where one alone does
 * not tell, and only until a pixel differs; the filters of all of them are looked at.
 */
function isOneColour(rows: Uint8Array, rowBytes: number, samples: number): boolean {
  const size = rows.length
  for (let at = 0; at < size; at += rowBytes) if ((rows[at] ?? 0) > 4) throw new PngError(DAMAGED)
  if (!hasAlpha(samples) && isVariedInMiddle(rows, rowBytes, samples)) return false
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

/**
 * Whether the row in the middle, where most people draw something, proves by itself that there is more than one colour.
 * In a picture of one, a filter leaves zeroes of all pixels in a row but the first, and without one they are all like it.
 */
function isVariedInMiddle(rows: Uint8Array, rowBytes: number, samples: number): boolean {
  const start = ((rows.length / rowBytes) >> 1) * rowBytes
  const isFiltered = rows[start] !== 0
  for (let at = start + 1 + samples; at < start + rowBytes; at++) {
    if (rows[at] !== (isFiltered ? 0 : rows[at - samples])) return true
  }
  return false
}

const hasAlpha = (samples: number): boolean => samples === 2 || samples === 4

function colourAt(row: Uint8Array, x: number, samples: number): number {
  if (hasAlpha(samples) && row[x + samples - 1] === 0) return 0xffffff
  const red = row[x] ?? 0
  if (samples < 3) return red * 0x010101
  return red * 0x010000 + (row[x + 1] ?? 0) * 0x0100 + (row[x + 2] ?? 0)
}
