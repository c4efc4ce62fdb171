import { PALETTE } from '@inkling/mock-server/contract/constants'
import { quantize, type Rgb } from 'gifenc'
import { MAX_COLOURS } from './gif-animation.ts'

/** White and the game's colours exactly, and the best colours for the remaining samples (pixels, each 0xAABBGGRR). */
export function paletteOf(samples: readonly Int32Array[]): Rgb[] {
  const all = new Int32Array(samples.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const sample of samples) {
    all.set(sample, at)
    at += sample.length
  }
  const exact: Rgb[] = [[255, 255, 255], ...PALETTE.map(({ hex }) => rgbOf(hex))]
  return [...exact, ...quantize(new Uint8ClampedArray(all.buffer), MAX_COLOURS - exact.length)]
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
