import { type PngChunk, PngError } from '../contract/png-chunks.ts'
import { unfiltered } from './png-filters.ts'

export interface PictureHeader {
  readonly width: number
  readonly height: number
  /** Bits of a sample. */
  readonly depth: number
  readonly colourType: number
  /** Of a pixel. */
  readonly samples: number
  readonly isInterlaced: boolean
}

interface Pass {
  readonly width: number
  readonly height: number
}

/** Where each pass of an interlaced picture begins, and its steps: x, y, dx, dy (PNG, section 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const passesOf = ({ width, height, isInterlaced }: PictureHeader): readonly Pass[] =>
  isInterlaced
    ? ADAM7.map(([x, y, dx, dy]) => ({
        width: Math.ceil((width - x) / dx),
        height: Math.ceil((height - y) / dy),
      }))
    : [{ width, height }]

const rowSize = (width: number, { samples, depth }: PictureHeader): number =>
  Math.ceil((width * samples * depth) / 8)

/** How many bytes the pixels of a picture inflate to, with a filter byte for each row. */
export const packedSize = (header: PictureHeader): number =>
  passesOf(header).reduce((sum, { width, height }) => sum + height * (1 + rowSize(width, header)), 0)

/**
 * Whether a picture of any kind holds one flat colour, transparent counting as white: for palettes, other depths than
 * eight bits and interlaced pictures, which no client of ours sends.
 * @param rows of {@link packedSize}.
 * @throws {PngError} when they are not what PNG allows.
 */
export function isOneColourOf(rows: Uint8Array, header: PictureHeader, chunks: readonly PngChunk[]): boolean {
  const colourAt = colourReader(header, chunks)
  const pixelBytes = Math.max(1, (header.samples * header.depth) / 8)
  const colours = new Set<number>()
  let at = 0
  for (const { width, height } of passesOf(header)) {
    const bytes = rowSize(width, header)
    let above = new Uint8Array(bytes)
    for (let y = 0; y < height; y++, at += 1 + bytes) {
      const filter = rows[at] ?? 0
      if (filter > 4) throw damaged()
      above = unfiltered(rows.subarray(at + 1, at + 1 + bytes), filter, above, pixelBytes)
      for (let x = 0; x < width && colours.size < 2; x++) colours.add(colourAt(above, x))
    }
  }
  return colours.size === 1
}

/** Reads the colour of pixel `x` of a row, as one number. */
function colourReader(
  { depth, samples, colourType }: PictureHeader,
  chunks: readonly PngChunk[],
): (row: Uint8Array, x: number) => number {
  const sample = sampleReader(depth)
  const most = 2 ** depth - 1
  const key = chunks.find(({ type }) => type === 'tRNS')?.data
  if (colourType === 3) {
    const palette = chunks.find(({ type }) => type === 'PLTE')?.data
    if (!palette) throw damaged()
    return (row, x) => {
      const index = sample(row, x)
      if (3 * index + 2 >= palette.length) throw damaged()
      return key?.[index] === 0 ? colour(255, 255, 255) : colour(...triple(palette, 3 * index))
    }
  }
  const hasAlpha = samples === 2 || samples === 4
  const isGrey = samples < 3
  const clear = key && !hasAlpha ? colour(...keyOf(key, isGrey)) : null
  return (row, x) => {
    const first = x * samples
    if (hasAlpha && sample(row, first + samples - 1) === 0) return colour(most, most, most)
    const red = sample(row, first)
    const seen = isGrey ? colour(red, red, red) : colour(red, sample(row, first + 1), sample(row, first + 2))
    return seen === clear ? colour(most, most, most) : seen
  }
}

type Triple = [red: number, green: number, blue: number]

const colour = (...[red, green, blue]: Triple): number => (red * 0x1_0000 + green) * 0x1_0000 + blue

const triple = (bytes: Uint8Array, at: number): Triple => [
  bytes[at] ?? 0,
  bytes[at + 1] ?? 0,
  bytes[at + 2] ?? 0,
]

/** The one colour that counts as transparent: two bytes a sample, whatever the depth. */
function keyOf(key: Uint8Array, isGrey: boolean): Triple {
  const value = (at: number) => (key[at] ?? 0) * 256 + (key[at + 1] ?? 0)
  return isGrey ? [value(0), value(0), value(0)] : [value(0), value(2), value(4)]
}

/** Reads the sample at an index of a row; samples of less than eight bits lie side by side in a byte, first on the left. */
function sampleReader(depth: number): (row: Uint8Array, index: number) => number {
  if (depth === 8) return (row, index) => row[index] ?? 0
  if (depth === 16) return (row, index) => (row[2 * index] ?? 0) * 256 + (row[2 * index + 1] ?? 0)
  const mask = 2 ** depth - 1
  return (row, index) => {
    const bit = index * depth
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & mask
  }
}

const damaged = (): PngError => new PngError('The drawing was damaged on its way. Please try again.')
