import { BROKEN_PICTURE } from '@inkling/mock-server/picture/broken-picture'
import { HIDDEN_PICTURE } from '@inkling/mock-server/picture/hidden-picture'
import { encode } from 'fast-png'
import { expect, test } from 'vitest'
import { samePicture } from './same-picture.ts'

const base64 = (image: Parameters<typeof encode>[0]): string => Buffer.from(encode(image)).toString('base64')

const red = base64({ width: 1, height: 1, channels: 3, data: Uint8Array.of(255, 0, 0) })
const opaqueRed = base64({ width: 1, height: 1, channels: 4, data: Uint8Array.of(255, 0, 0, 255) })
const blue = base64({ width: 1, height: 1, channels: 3, data: Uint8Array.of(0, 0, 255) })

test('pictures are compared by their pixels, not by their encoding', () => {
  expect(samePicture(red, opaqueRed)).toBe(true)
  expect(samePicture(`data:image/png;base64,${red}`, red)).toBe(true)
  expect(samePicture(red, blue)).toEqual({ difference: '1x1, 1 of 1 pixels differ' })
})

test('a picture with a palette of few colours is compared like any other', () => {
  const [hidden, broken] = [HIDDEN_PICTURE, BROKEN_PICTURE]
  expect(samePicture(hidden, hidden)).toBe(true)
  expect(samePicture(hidden, broken)).toEqual({
    difference: expect.stringMatching(/^350x350, [\d,]+ of 122,500 pixels differ$/),
  })
  expect(samePicture(red, broken)).toEqual({ difference: '350x350 pixels, got 1x1' })
})

test('a text that is not a PNG cannot be compared', () => {
  expect(samePicture('cat', red)).toBe("'cat' is not a PNG image")
  expect(samePicture(red, 'cat')).toBe("the expected 'cat' is not a PNG image")
})
