import { type Pixels, readPixels } from '@inkling/fixtures/drawings/read-pixels'
import type { SamePicture } from '../language/values/match.ts'
import { show } from '../language/values/show.ts'

/**
 * Compares two base64 PNGs, with or without a data prefix, by their pixels on white paper.
 * @returns true if they are the same, how they differ, or a sentence if one of them is not a PNG, so that they cannot be
 * compared.
 */
export function samePicture(actual: string, wanted: string): ReturnType<SamePicture> {
  const [left, right] = [pixelsOf(actual), pixelsOf(wanted)]
  if (right === null) return `the expected ${show(wanted)} is not a PNG image`
  if (left === null) return `${show(actual)} is not a PNG image`
  const [size, wantedSize] = [sizeOf(left), sizeOf(right)]
  if (size !== wantedSize) return { difference: `${wantedSize} pixels, got ${size}` }
  if (Buffer.compare(left.rgb, right.rgb) === 0) return true
  const [pixels, others] = [left.rgb, right.rgb]
  let differing = 0
  for (let at = 0; at < pixels.length; at += 3)
    if ([0, 1, 2].some((channel) => pixels[at + channel] !== others[at + channel])) differing++
  const number = (of: number) => of.toLocaleString('en')
  return { difference: `${size}, ${number(differing)} of ${number(pixels.length / 3)} pixels differ` }
}

const sizeOf = ({ width, height }: Pixels): string => `${width}x${height}`

function pixelsOf(png: string): Pixels | null {
  try {
    return readPixels(Buffer.from(png.replace(/^data:[^,]*,/, ''), 'base64'))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
