import { describe, expect, it } from 'vitest'
import { distance, mix, pixelOf, WHITE } from './color.ts'

describe('pixels', () => {
  it('are laid out as canvas image data', () => {
    expect([...new Uint8Array(Int32Array.of(pixelOf('#366EFB')).buffer)]).toEqual([0x36, 0x6e, 0xfb, 0xff])
    expect(pixelOf('#ffffff')).toBe(WHITE)
  })

  it('blend by coverage', () => {
    const [red, blue] = [pixelOf('#ED4444'), pixelOf('#366EFB')]
    expect(mix(red, blue, 0)).toBe(red)
    expect(mix(red, blue, 255)).toBe(blue)
    expect(mix(WHITE, pixelOf('#000000'), 128)).toBe(pixelOf('#7F7F7F'))
  })

  it('differ by the largest difference of a channel', () => {
    expect(distance(pixelOf('#102030'), pixelOf('#112F30'))).toBe(15)
    expect(distance(WHITE, WHITE)).toBe(0)
  })
})
