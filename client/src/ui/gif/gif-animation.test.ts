import { seeded } from '@inkling/mock-server/picture/painting/painting.fixture'
import type { Rgb } from 'gifenc'
import { describe, expect, it } from 'vitest'
import { GifAnimation } from './gif-animation.ts'

const WHITE = -1
const RED = 0xff0000ff | 0
const PALETTE: Rgb[] = [
  [255, 255, 255],
  [255, 0, 0],
]

const sheet = (colour: number, side = 64) => new Int32Array(side * side).fill(colour)

/** Reads width, height, and the delay of each frame in hundredths of a second. */
function read(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const delays: number[] = []
  for (let at = 0; at + 7 < bytes.length; at++) {
    // A graphic control extension (introducer, label, length) followed by an image.
    if (bytes[at] === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 8] === 0x2c) {
      delays.push(view.getUint16(at + 4, true))
    }
  }
  return {
    kind: String.fromCharCode(...bytes.subarray(0, 6)),
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    delays,
    isClosed: bytes.at(-1) === 0x3b,
  }
}

describe('an animation of frames', () => {
  it('becomes a GIF with all frames and their durations', () => {
    const animation = new GifAnimation(64, 64, PALETTE)
    animation.add(sheet(WHITE), 2000)
    animation.add(sheet(RED), 90)
    expect(read(animation.finish())).toEqual({
      kind: 'GIF89a',
      width: 64,
      height: 64,
      delays: [200, 9],
      isClosed: true,
    })
  })

  it('needs few bytes for a frame with few changes', () => {
    const [still, moving] = [new GifAnimation(256, 256, PALETTE), new GifAnimation(256, 256, PALETTE)]
    const random = seeded(3)
    const noise = sheet(WHITE, 256).map(() => (random() < 0.5 ? RED : WHITE))
    still.add(noise, 90)
    moving.add(noise, 90)
    const changed = noise.slice()
    changed[5000] = RED
    moving.add(changed, 90)
    const first = still.finish().length
    expect(first).toBeGreaterThan(4000)
    expect(moving.finish().length - first).toBeLessThan(800)
  })

  it('rejects too many colours', () => {
    expect(() => new GifAnimation(1, 1, [])).toThrow('A GIF has 1 to 255 colours, not 0')
  })
})
