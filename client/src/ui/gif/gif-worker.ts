import { PALETTE } from '@inkling/mock-server/contract/constants'
import { quantize, type Rgb } from 'gifenc'
import { GifAnimation, MAX_COLOURS } from './gif-animation.ts'

/* Encodes one GIF in a worker, so that the page stays responsive. Answers each request when it is done. */

export type GifRequest =
  | { kind: 'start'; width: number; height: number; samples: Int32Array[] }
  | { kind: 'frame'; pixels: Int32Array; ms: number }
  | { kind: 'finish' }

let animation: GifAnimation | null = null

self.addEventListener('message', ({ data }: MessageEvent<GifRequest>) => {
  self.postMessage(answer(data))
})

function answer(request: GifRequest): Uint8Array<ArrayBuffer> | null {
  if (request.kind === 'start')
    animation = new GifAnimation(request.width, request.height, paletteOf(request.samples))
  if (!animation) throw new Error('The first request must be a start')
  if (request.kind === 'finish') return animation.finish()
  if (request.kind === 'frame') animation.add(request.pixels, request.ms)
  return null
}

/** White and the game's colours exactly, and the best colours for the remaining samples (pixels, each 0xAABBGGRR). */
function paletteOf(samples: readonly Int32Array[]): Rgb[] {
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
