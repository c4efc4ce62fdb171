import { GifAnimation } from './gif-animation.ts'
import { paletteOf } from './gif-palette.ts'

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
