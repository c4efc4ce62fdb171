import { DRAWING } from '../contract/constants.ts'
import type { Codecs } from './codecs.ts'
import { joinBytes } from './join-bytes.ts'
import { damagedPng, invalidPng, notPng, PngError, type ReadChunk } from './png-chunks.ts'
import { unfilter } from './png-filters.ts'

/* Whether browsers can show the picture of a PNG, and whether it shows anything. */

interface PictureHeader {
  readonly width: number
  readonly height: number
  /** Bits per sample: 1, 2, 4 or 8. */
  readonly depth: number
  readonly colourType: number
  /** Samples per pixel. */
  readonly samples: number
}

interface PictureChunks {
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
function samplesOf(transparency: Uint8Array): number[] {
  const view = new DataView(transparency.buffer, transparency.byteOffset, transparency.byteLength)
  return Array.from({ length: transparency.length / 2 }, (_, at) => view.getUint16(2 * at))
}

/** The colour of a pixel of an unfiltered row as 0xRRGGBB; transparent pixels count as white. */
type PixelReader = (row: Uint8Array, x: number) => number

const WHITE = 0xffffff
const MAX_FILTER = 4

/**
 * Checks that a picture's pixels inflate to exactly the size in its header, and that the picture is not blank.
 * @throws {PngError} with a sentence for the player if the drawing is refused.
 */
export function checkPixels(picture: PictureChunks, { inflate }: Pick<Codecs, 'inflate'>): void {
  const { width, height, samples, depth } = picture.header
  const stride = 1 + Math.ceil((width * samples * depth) / 8)
  const rows = inflate(joinBytes(picture.pixels), height * stride)
  if (rows?.length !== height * stride) throw damagedPng()
  for (let at = 0; at < rows.length; at += stride) if ((rows[at] as number) > MAX_FILTER) throw damagedPng()
  if (isOneColour(rows, stride, picture)) {
    throw new PngError('The drawing is empty. Please draw something first.')
  }
}

/**
 * Whether a picture has only one colour. Unfilters rows in place, from the top, until a pixel differs.
 * @param rows rows of `stride` bytes: a filter byte and the pixels.
 */
function isOneColour(rows: Uint8Array, stride: number, picture: PictureChunks): boolean {
  const { width, samples, depth } = picture.header
  const pixelBytes = Math.max(1, (samples * depth) / 8)
  const colourAt = pixelReader(picture)
  let above: Uint8Array = new Uint8Array(stride - 1)
  let first: number | undefined
  for (let at = 0; at < rows.length; at += stride) {
    const row = rows.subarray(at + 1, at + stride)
    unfilter(row, rows[at] as number, above, pixelBytes)
    first ??= colourAt(row, 0)
    for (let x = 0; x < width; x++) if (colourAt(row, x) !== first) return false
    above = row
  }
  return true
}

function pixelReader({ header, palette, transparency }: PictureChunks): PixelReader {
  const { depth, samples } = header
  const key = transparency && samplesOf(transparency)
  if (samples === 1) {
    const colours = palette ? indexedColours(depth, palette, transparency) : greyColours(depth, key?.[0])
    return (row, x) => colours[sampleAt(row, x, depth)] as number
  }
  if (samples === 2) return (row, x) => (row[2 * x + 1] === 0 ? WHITE : grey(row[2 * x] as number))
  if (samples === 4) return (row, x) => (row[4 * x + 3] === 0 ? WHITE : rgbAt(row, 4 * x))
  const [red = 0, green = 0, blue = 0] = key ?? []
  const clear = key ? rgb(red, green, blue) : null
  return (row, x) => {
    const colour = rgbAt(row, 3 * x)
    return colour === clear ? WHITE : colour
  }
}

/** In a byte with several samples, the leftmost one is in the high bits. */
function sampleAt(row: Uint8Array, x: number, depth: number): number {
  const bit = x * depth
  return ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

/** The colour of each index. Like decoders, shows an index beyond the palette as black. */
function indexedColours(depth: number, palette: Uint8Array, alphas: Uint8Array | null): Int32Array {
  return Int32Array.from({ length: 2 ** depth }, (_, index) => {
    if (alphas?.[index] === 0) return WHITE
    return 3 * index < palette.length ? rgbAt(palette, 3 * index) : 0
  })
}

/** The colour of each grey level; `clear` is the transparent level. */
function greyColours(depth: number, clear: number | undefined): Int32Array {
  const scale = 255 / (2 ** depth - 1)
  return Int32Array.from({ length: 2 ** depth }, (_, level) =>
    level === clear ? WHITE : grey(level * scale),
  )
}

const rgb = (red: number, green: number, blue: number): number => (red << 16) | (green << 8) | blue
const grey = (level: number): number => rgb(level, level, level)
const rgbAt = (bytes: Uint8Array, at: number): number =>
  rgb(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number)
