import { type Pixels, readPixels } from '@inkling/fixtures/drawings/read-pixels'
import { show } from '../language/values/show.ts'

/**
 * Whether two base64 PNGs, with or without a data prefix, have the same pixels on white paper.
 * @returns a sentence if one of them is not a PNG, so that they cannot be compared.
 */
export function samePicture(actual: string, wanted: string): boolean | string {
  const [left, right] = [pixelsOf(actual), pixelsOf(wanted)]
  if (right === null) return `the expected ${show(wanted)} is not a PNG image`
  if (left === null) return `${show(actual)} is not a PNG image`
  return left.width === right.width && Buffer.compare(left.rgb, right.rgb) === 0
}

function pixelsOf(png: string): Pixels | null {
  try {
    return readPixels(Buffer.from(png.replace(/^data:[^,]*,/, ''), 'base64'))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
