import type { Codecs } from './codecs.ts'
import { joinBytes } from './join-bytes.ts'
import { type PictureChunks, samplesOf } from './picture-chunks.ts'
import { damagedPng, PngError } from './png-chunks.ts'
import { unfilter } from './png-filters.ts'

/** Writes the colours of an unfiltered row, each as 0xRRGGBB. */
type RowReader = (row: Uint8Array, colours: Int32Array) => void

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
 * Whether a picture has only one colour; transparent pixels count as white. Unfilters rows in
 * place, from the top, until a pixel differs.
 * @param rows rows of `stride` bytes: a filter byte and the pixels.
 */
function isOneColour(rows: Uint8Array, stride: number, picture: PictureChunks): boolean {
  const { width, samples, depth } = picture.header
  const pixelBytes = Math.max(1, (samples * depth) / 8)
  const readRow = rowReader(picture)
  const colours = new Int32Array(width)
  let above: Uint8Array = new Uint8Array(stride - 1)
  let first: number | undefined
  for (let at = 0; at < rows.length; at += stride) {
    const row = rows.subarray(at + 1, at + stride)
    unfilter(row, rows[at] as number, above, pixelBytes)
    readRow(row, colours)
    first ??= colours[0]
    for (let x = 0; x < width; x++) if (colours[x] !== first) return false
    above = row
  }
  return true
}

/* One loop per colour type: calling a function for each pixel is several times slower. */
function rowReader({ header, palette, transparency }: PictureChunks): RowReader {
  const { depth, samples } = header
  const key = transparency && samplesOf(transparency)
  if (samples === 1) {
    const colours = palette ? indexedColours(depth, palette, transparency) : greyColours(depth, key?.[0])
    return (row, into) => readSamples(row, into, depth, colours)
  }
  if (samples === 2) return readGreyAlpha
  if (samples === 4) return readRgba
  const [red = 0, green = 0, blue = 0] = key ?? []
  const clear = key ? rgb(red, green, blue) : -1
  return (row, into) => readRgb(row, into, clear)
}

/** In a byte with several samples, the leftmost one is in the high bits. */
function readSamples(row: Uint8Array, into: Int32Array, depth: number, colours: Int32Array): void {
  const mask = 2 ** depth - 1
  for (let x = 0; x < into.length; x++) {
    const bit = x * depth
    const sample = ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & mask
    into[x] = colours[sample] as number
  }
}

function readGreyAlpha(row: Uint8Array, into: Int32Array): void {
  for (let x = 0; x < into.length; x++) {
    into[x] = row[2 * x + 1] === 0 ? WHITE : grey(row[2 * x] as number)
  }
}

function readRgb(row: Uint8Array, into: Int32Array, clear: number): void {
  for (let x = 0; x < into.length; x++) {
    const colour = rgbAt(row, 3 * x)
    into[x] = colour === clear ? WHITE : colour
  }
}

function readRgba(row: Uint8Array, into: Int32Array): void {
  for (let x = 0; x < into.length; x++) into[x] = row[4 * x + 3] === 0 ? WHITE : rgbAt(row, 4 * x)
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
