import { readPixels } from '@inkling/fixtures/drawings/ink-map'

/** Whether two base64 PNGs, with or without a data prefix, have the same pixels on white paper. */
export function samePicture(a: string, b: string): boolean {
  const [left, right] = [pixelsOf(a), pixelsOf(b)]
  return (
    left !== null && right !== null && left.width === right.width && Buffer.compare(left.rgb, right.rgb) === 0
  )
}

function pixelsOf(png: string) {
  try {
    return readPixels(Buffer.from(png.replace(/^data:[^,]*,/, ''), 'base64'))
  } catch (error) {
    // Text that is not a PNG of 8 bits per channel matches no picture.
    if (error instanceof RangeError) return null
    throw error
  }
}
