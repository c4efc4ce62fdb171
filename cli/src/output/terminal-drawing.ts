import { type Pixels, readPixels } from '@inkling/scenarios/bots/pixels'
import type { Page } from './printer.ts'

/** Default maximum width; the height in lines is half of it. */
const COLUMNS = 44
/** Characters by darkness, lightest first. */
const SHADES = ' .:-=+*#@'
/** Amplifies ink, so that a thin line, which covers little of a cell, has nearly the colour of the pen. */
const INK_GAIN = 2.4

type Colour = readonly [red: number, green: number, blue: number]

/**
 * Renders a base64 PNG for the terminal. Each character is a half block with two pixels, one above the other. With fewer
 * than 256 colours, characters stand for the amount of ink.
 */
export function drawing(
  png: string,
  { colors, width }: Pick<Page, 'colors' | 'width'>,
  columns = Math.min(COLUMNS, width - 8),
): string {
  const pixels = pixelsOf(png)
  if (!pixels) return 'a drawing that is not a PNG image'
  const lines = linesOf(pixels, colors, columns)
  return (colors >= 256 ? lines : cropped(lines)).join('\n')
}

/** Null for a text of the server that is not a PNG. */
function pixelsOf(png: string): Pixels | null {
  try {
    return readPixels(Buffer.from(png, 'base64'))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Renders pixels as lines of the given number of columns, including blank lines. */
function linesOf(pixels: Pixels, colors: number, columns: number): string[] {
  const cells = shrink(pixels, columns)
  const lines: string[] = []
  for (let row = 0; row + 1 < cells.length; row += 2) {
    const [upper = [], lower = []] = [cells[row], cells[row + 1]]
    lines.push(colors >= 256 ? inColour(upper, lower, colors) : inShades(upper, lower))
  }
  return lines
}

interface Cell {
  readonly colour: Colour
  /** Share of ink, 0 to 1. */
  readonly ink: number
}

const WHITE: Colour = [255, 255, 255]

/**
 * Averages the pixels of each cell, weighted by ink so that thin lines stay visible. It runs over a
 * hundred thousand pixels, so it allocates nothing per pixel.
 */
function shrink(pixels: Pixels, side: number): Cell[][] {
  const { width, height } = pixels
  const edge = (at: number, length: number) => Math.floor((at * length) / side)
  return Array.from({ length: side }, (_, row) => {
    const top = edge(row, height)
    const bottom = Math.max(edge(row + 1, height), top + 1)
    return Array.from({ length: side }, (__, column) => {
      const left = edge(column, width)
      return cellOf(pixels, left, top, Math.max(edge(column + 1, width), left + 1), bottom)
    })
  })
}

const BLANK: Cell = { colour: WHITE, ink: 0 }

function cellOf({ width, rgb }: Pixels, left: number, top: number, right: number, bottom: number): Cell {
  let [ink, reds, greens, blues] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 3 * (y * width + x)
      const red = rgb[at] ?? 255
      const green = rgb[at + 1] ?? 255
      const blue = rgb[at + 2] ?? 255
      // Distance from white. Pure yellow counts as much as black.
      const weight = 255 - Math.min(red, green, blue)
      if (weight === 0) continue
      ink += weight
      reds += red * weight
      greens += green * weight
      blues += blue * weight
    }
  }
  if (ink === 0) return BLANK
  const share = Math.min(1, (ink / 255 / ((right - left) * (bottom - top))) * INK_GAIN)
  const mix = (sum: number) => Math.round(255 + share * (sum / ink - 255))
  return { colour: [mix(reds), mix(greens), mix(blues)], ink: share }
}

function inColour(upper: readonly Cell[], lower: readonly Cell[], colors: number): string {
  const code = colors > 256 ? trueColour : cubeColour
  let line = ''
  let last = ''
  for (const [at, { colour }] of upper.entries()) {
    const below = lower[at]?.colour ?? WHITE
    const both = `\u001B[38;${code(colour)};48;${code(below)}m`
    line += `${both === last ? '' : both}▀`
    last = both
  }
  return `${line}\u001B[0m`
}

const trueColour = (colour: Colour): string => `2;${colour.join(';')}`

/** The nearest colour of the 6x6x6 cube of a 256-colour terminal. */
const cubeColour = (colour: Colour): string => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part < 48 ? 0 : Math.min(5, Math.round((part - 55) / 40)),
  )
  return `5;${16 + 36 * red + 6 * green + blue}`
}

function inShades(upper: readonly Cell[], lower: readonly Cell[]): string {
  const characters = upper.map((cell, at) => {
    const dark = Math.max(darkness(cell), darkness(lower[at] ?? cell))
    return SHADES[Math.round(dark * (SHADES.length - 1))] ?? ' '
  })
  return characters.join('').trimEnd()
}

/** From 0 for paper to 1 for black ink. Even a yellow line is visible. */
function darkness({ colour: [red, green, blue], ink }: Cell): number {
  if (ink === 0) return 0
  return Math.max(0.2 * ink, 1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255)
}

/** Removes empty lines above and below the drawing. */
function cropped(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '')
  return lines.slice(Math.max(0, first), lines.findLastIndex((line) => line !== '') + 1)
}
