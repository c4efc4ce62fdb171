import { encode } from 'fast-png'
import type { WrongPicture } from '../language/actions.ts'

/** An invalid picture as base64. */
export function wrongPicture(kind: WrongPicture): string {
  switch (kind) {
    case 'blank':
      return png(350, 350, () => [255, 255, 255, 255])
    case 'transparent':
      return png(350, 350, () => [0, 0, 0, 0])
    case 'tiny':
      return png(16, 16, (at) => (at % 3 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
    case 'wide':
      return png(1200, 40, (at) => (at % 7 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
    case 'text':
      return Buffer.from('this is not a picture').toString('base64')
  }
}

function png(width: number, height: number, pixel: (at: number) => readonly number[]): string {
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) data.set(pixel(at), at * 4)
  return Buffer.from(encode({ width, height, channels: 4, data })).toString('base64')
}
