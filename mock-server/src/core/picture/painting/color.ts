/*
 * A pixel is an opaque 32-bit number, 0xAABBGGRR: the byte order of canvas image data on little-endian machines. It is
 * signed, because engines store signed 32-bit integers without boxing.
 */

export const WHITE = -1

/** A pixel of `#RRGGBB`. */
export function pixelOf(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16)
  return 0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)
}

/** `paint` over `under` with a coverage of 0 to 255. */
export function mix(under: number, paint: number, coverage: number): number {
  const rest = 255 - coverage
  const red = by255((under & 255) * rest + (paint & 255) * coverage + 127)
  const green = by255(((under >>> 8) & 255) * rest + ((paint >>> 8) & 255) * coverage + 127)
  const blue = by255(((under >>> 16) & 255) * rest + ((paint >>> 16) & 255) * coverage + 127)
  return 0xff000000 | (blue << 16) | (green << 8) | red
}

const by255 = (value: number): number => (value / 255) | 0

/** The largest difference between two pixels in one channel, 0 to 255. */
export function distance(a: number, b: number): number {
  const red = Math.abs((a & 255) - (b & 255))
  const green = Math.abs(((a >>> 8) & 255) - ((b >>> 8) & 255))
  const blue = Math.abs(((a >>> 16) & 255) - ((b >>> 16) & 255))
  return Math.max(red, green, blue)
}
