import { DRAWING } from '../contract/constants.ts'
import { invalidPng, notPng, PngError, type ReadChunk } from './png-chunks.ts'

/* Selects the chunks of a PNG that are stored, and checks that browsers can show the resulting picture. */

interface PictureHeader {
  readonly width: number
  readonly height: number
  /** Bits per sample: 1, 2, 4 or 8. */
  readonly depth: number
  readonly colourType: number
  /** Samples per pixel. */
  readonly samples: number
}

export interface PictureChunks {
  readonly header: PictureHeader
  /** The data of PLTE: three bytes per colour. */
  readonly palette: Uint8Array | null
  /** The data of tRNS: an alpha value per palette entry, or one transparent colour with two bytes per sample. */
  readonly transparency: Uint8Array | null
  /** The compressed pixels, in order. */
  readonly pixels: readonly Uint8Array[]
  /** The stored chunks: IHDR, PLTE, tRNS, IDAT and IEND. */
  readonly stored: readonly ReadChunk[]
}

/** Samples per pixel, and allowed bits per sample, by colour type (PNG, section 11.2.1). */
const COLOUR_TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const INDEXED = 3
const MAX_DEPTH = 8

const STORED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Decoders refuse other orders of chunks, or read them in different ways. */
const ORDER = /^IHDR (PLTE )?(tRNS )?(IDAT )+IEND $/

/**
 * Selects the chunks of a PNG that are stored, and checks them without inflating anything.
 * @throws {PngError} with a sentence for the player if the drawing is refused.
 */
export function pictureChunks(chunks: readonly ReadChunk[]): PictureChunks {
  const header = readHeader(chunks[0])
  const unknown = chunks.find(({ type }) => isCritical(type) && !STORED.has(type))
  if (unknown) {
    throw new PngError(
      `The drawing has a part that browsers cannot show (${unknown.type}). Please save it as a plain PNG image.`,
    )
  }
  const stored = chunks.filter(({ type }) => STORED.has(type))
  if (!ORDER.test(stored.map(({ type }) => `${type} `).join(''))) throw invalidPng()
  const dataOf = (wanted: string) => stored.find(({ type }) => type === wanted)?.data ?? null
  const [palette, transparency] = [dataOf('PLTE'), dataOf('tRNS')]
  if (!isPaletteOf(header, palette) || !isTransparencyOf(header, transparency, palette)) throw invalidPng()
  if (dataOf('IEND')?.length !== 0) throw invalidPng()
  const pixels = stored.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  return { header, palette, transparency, pixels, stored }
}

/** Whether decoders must know the chunk to show the picture. Such types start with a capital letter. */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type)

function readHeader(first: ReadChunk | undefined): PictureHeader {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw notPng()
  const view = new DataView(first.data.buffer, first.data.byteOffset, first.data.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth = 0, colourType = -1, compression, filter, interlace = -1] = first.data.subarray(8)
  const known = COLOUR_TYPES[colourType]
  if (!known?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) throw notPng()
  if (Math.max(width, height) > DRAWING.maxSide) {
    throw new PngError(`The drawing is too large: the maximum is ${DRAWING.maxSide} pixels per side.`)
  }
  if (Math.min(width, height) < DRAWING.minSide) {
    throw new PngError(`The drawing is too small: the minimum is ${DRAWING.minSide} pixels per side.`)
  }
  if (interlace === 1) {
    throw new PngError('The drawing is an interlaced PNG image. Please save it without interlacing.')
  }
  if (depth > MAX_DEPTH) {
    throw new PngError(
      `The drawing has ${depth} bits per channel. Please save it with at most ${MAX_DEPTH} bits per channel.`,
    )
  }
  return { width, height, depth, colourType, samples: known.samples }
}

/**
 * Whether a palette is valid for a picture (PNG, section 11.2.2): grey pictures have none, and indexed ones need one
 * with no more colours than their depth allows.
 */
function isPaletteOf({ colourType, samples, depth }: PictureHeader, palette: Uint8Array | null): boolean {
  if (!palette) return colourType !== INDEXED
  const entries = palette.length / 3
  const maxEntries = colourType === INDEXED ? 2 ** depth : 256
  return (
    (colourType === INDEXED || samples >= 3) &&
    Number.isInteger(entries) &&
    entries >= 1 &&
    entries <= maxEntries
  )
}

/** Whether tRNS is valid for a picture (PNG, section 11.3.1.1): not for one with an alpha channel. */
function isTransparencyOf(
  { colourType, depth }: PictureHeader,
  transparency: Uint8Array | null,
  palette: Uint8Array | null,
): boolean {
  if (!transparency) return true
  if (colourType === INDEXED) return transparency.length * 3 <= (palette?.length ?? 0)
  if (transparency.length !== { 0: 2, 2: 6 }[colourType]) return false
  return samplesOf(transparency).every((sample) => sample < 2 ** depth)
}

/** The samples of a transparent colour, two bytes each. */
export function samplesOf(transparency: Uint8Array): number[] {
  const view = new DataView(transparency.buffer, transparency.byteOffset, transparency.byteLength)
  return Array.from({ length: transparency.length / 2 }, (_, at) => view.getUint16(2 * at))
}
