import { expect, test } from 'vitest'
import { readSealed, sealedJson } from './sealed-json.ts'

test('an object is on one line, and is accepted without a checksum', () => {
  const text = sealedJson({ name: { of: 'Ann' } })
  expect(readSealed(Buffer.from(text))).toEqual({ name: { of: 'Ann' } })
  expect(() => readSealed(Buffer.from(text.replace('Ann', 'Ben')))).toThrow('its checksum does not match')
  expect(() => readSealed(Buffer.from(text.replace('crc32', 'crc33')))).toThrow('its checksum does not match')
  expect(readSealed(Buffer.from('{"name":{"of":"Ben"}}'))).toEqual({ name: { of: 'Ben' } })
  expect(readSealed(Buffer.from(sealedJson({})))).toEqual({})
})
