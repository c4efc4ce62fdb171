import { expect, test } from 'vitest'
import { readSealed, sealed, sealedJson } from './sealed-json.ts'

async function* inPieces(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces
}

const textOf = async (...pieces: string[]): Promise<string> => {
  let text = ''
  for await (const piece of sealed(inPieces(...pieces))) text += piece
  return text
}

test('is the same in pieces and at once, and JSON for everybody', async () => {
  const value = { a: { ünï: '"}' }, b: [1] }
  const text = await textOf('"a":{"ünï":"\\"}"}', ',"b":[1]')
  expect(text).toBe(sealedJson(value))
  expect(readSealed(Buffer.from(text))).toEqual(value)
  expect(JSON.parse(text)).toEqual({ ...value, '': expect.stringMatching(/^crc32 /) })
})

test('may be empty', async () => {
  expect(await textOf()).toBe(sealedJson({}))
  expect(readSealed(Buffer.from(sealedJson({})))).toEqual({})
})

test('tells what was not sealed that way; without a seal it is taken as it is', () => {
  const text = sealedJson({ name: { of: 'Ann' } })
  expect(() => readSealed(Buffer.from(text.replace('Ann', 'Ben')))).toThrow('its checksum does not fit')
  expect(() => readSealed(Buffer.from(text.replace('crc32', 'crc33')))).toThrow('its checksum does not fit')
  expect(readSealed(Buffer.from('{"name":{"of":"Ben"}}'))).toEqual({ name: { of: 'Ben' } })
})
