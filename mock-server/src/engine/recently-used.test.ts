import { expect, test } from 'vitest'
import { RecentlyUsed } from './recently-used.ts'

const kept = () => new RecentlyUsed<string>(20, ({ length }) => length)

test('keeps what was used last, up to the total size', () => {
  const texts = kept()
  for (const key of 'abcd') texts.set(key, '12345')
  expect(texts.get('a')).toBe('12345')
  texts.set('e', '123')
  expect('abcde'.split('').map((key) => texts.get(key)?.length)).toEqual([5, undefined, 5, 5, 3])
})

test('replaces a value, whose size then counts no more, and keeps none that is too large', () => {
  const texts = kept()
  for (let at = 0; at < 100; at++) texts.set('a', '12345')
  for (const key of 'bcd') texts.set(key, '12345')
  texts.set('e', '123456')
  expect('abcde'.split('').map((key) => texts.get(key)?.length)).toEqual([5, 5, 5, 5, undefined])
})
