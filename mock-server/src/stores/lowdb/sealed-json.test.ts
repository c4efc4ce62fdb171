import { expect, test } from 'vitest'
import { type Entry, lineOf, readSealed, readSealedLines, sealedJson, sealedLines } from './sealed-json.ts'

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  yield* items
}

const textOf = async (...entries: Entry<unknown>[]): Promise<string> => {
  let text = ''
  for await (const piece of sealedLines(each(...entries.map(lineOf)))) text += piece
  return text
}

/** One block per line. */
const blocksOf = (text: string): Buffer[] => (text.match(/.*\n|.+$/g) ?? []).map((line) => Buffer.from(line))

const read = async (text: string): Promise<Entry<unknown>[]> => {
  const entries: Entry<unknown>[] = []
  for await (const entry of readSealedLines(each(...blocksOf(text)))) entries.push(entry)
  return entries
}

const ENTRIES: Entry<unknown>[] = [
  ['a', { ünï: '"}\n' }],
  ['__proto__', [1]],
  ['1', null],
  ['"\\":', '":'],
]

test('entries are written and read line by line, and the text is valid JSON', async () => {
  const text = await textOf(...ENTRIES)
  expect(text.split('\n')).toHaveLength(ENTRIES.length + 2)
  expect(await read(text)).toEqual(ENTRIES)
  expect(Object.entries(JSON.parse(text)).slice(0, -1).sort()).toEqual([...ENTRIES].sort())
  expect(await read(await textOf())).toEqual([])
  expect(JSON.parse(await textOf())).toEqual({ '': expect.stringMatching(/^crc32 /) })
})

test('changed, truncated and extended entries are detected', async () => {
  const text = await textOf(...ENTRIES)
  for (let at = 0; at < text.length; at++) {
    await expect(read(text.slice(0, at)), `cut at ${at}`).rejects.toThrow(SyntaxError)
  }
  await expect(read(text.slice(0, text.lastIndexOf('\n') + 1))).rejects.toThrow('it is truncated')
  await expect(read(text.replace('[1]', '[2]'))).rejects.toThrow('its checksum does not match')
  await expect(read(`${text}\n`)).rejects.toThrow(SyntaxError)
  await expect(read(`${text}\n${text}`)).rejects.toThrow(SyntaxError)
})

test('a small object is on one line, and is accepted without a checksum', () => {
  const text = sealedJson({ name: { of: 'Ann' } })
  expect(readSealed(Buffer.from(text))).toEqual({ name: { of: 'Ann' } })
  expect(() => readSealed(Buffer.from(text.replace('Ann', 'Ben')))).toThrow('its checksum does not match')
  expect(() => readSealed(Buffer.from(text.replace('crc32', 'crc33')))).toThrow('its checksum does not match')
  expect(readSealed(Buffer.from('{"name":{"of":"Ben"}}'))).toEqual({ name: { of: 'Ben' } })
  expect(readSealed(Buffer.from(sealedJson({})))).toEqual({})
})
