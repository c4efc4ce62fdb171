import { expect, test } from 'vitest'
import { payloadsOf } from './payloads.ts'

test('items are packed into few payloads, in order, and no two payloads are equal', () => {
  const items = Array.from({ length: 1000 }, (_, at) => ({ text: '🦉'.repeat(at % 60) }))
  const { payloads, tooLarge } = payloadsOf('a process', [...items, ...items])
  expect(tooLarge).toEqual([])
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  expect(payloads.flatMap((payload) => JSON.parse(payload).items)).toEqual([...items, ...items])
  const bytes = Buffer.byteLength(JSON.stringify([...items, ...items]))
  expect(payloads.length).toBeLessThan(bytes / 7000)
  expect(new Set(payloads).size).toBe(payloads.length)
})

test('an item that is too large for a payload does not stop the others', () => {
  const large = { text: 'x'.repeat(8000) }
  const { payloads, tooLarge } = payloadsOf('a process', [{ at: 1 }, large, { at: 2 }])
  expect(tooLarge).toEqual([large])
  expect(payloads.flatMap((payload) => JSON.parse(payload).items)).toEqual([{ at: 1 }, { at: 2 }])
})
