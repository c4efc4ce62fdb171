import { expect, test } from 'vitest'
import { type Key, keyReader } from './keys.ts'
import { EMPTY_LINE, edited, lineOf } from './line-editor.ts'

const typed = (text: string): Key => ({ name: 'text', text, isPasted: false })

test('text and Enter in one chunk are separated', () => {
  expect(keyReader()('game show\r')).toEqual([typed('game show'), { name: 'enter' }])
})

test('arrows, with and without modifiers, and keys of other terminals', () => {
  const names = keyReader()('\u001B[A\u001BOB\u001B[1;5C\u001B[3~\u001B[Z\u007F\u0003').map(
    ({ name }) => name,
  )
  expect(names).toEqual(['up', 'down', 'right', 'delete', 'back-tab', 'backspace', 'interrupt'])
})

test('Escape alone is a key, and an unknown sequence is ignored', () => {
  expect(keyReader()('\u001B')).toEqual([{ name: 'escape' }])
  expect(keyReader()('\u001B[99~')).toEqual([])
})

test('a sequence in two chunks is one key', () => {
  const read = keyReader()
  expect(read('j\u001B[')).toEqual([typed('j')])
  expect(read('Ak')).toEqual([{ name: 'up' }, typed('k')])
})

test('pasted text is one key without its line ends, in any chunks', () => {
  const read = keyReader()
  expect(read('\u001B[200~daily\r\n')).toEqual([])
  expect(read('trigger\u001B[201~q')).toEqual([
    { name: 'text', text: 'daily trigger', isPasted: true },
    typed('q'),
  ])
  const text = '\u001B[200~daily trigger\u001B[201~q'
  for (let at = 10; at < text.length; at++) {
    const split = keyReader()
    expect([...split(text.slice(0, at)), ...split(text.slice(at))], `split at ${at}`).toEqual([
      { name: 'text', text: 'daily trigger', isPasted: true },
      typed('q'),
    ])
  }
})

test('a line is edited at its cursor, by whole characters', () => {
  const after = (from: string, ...keys: Key[]) =>
    keys.reduce((line, key) => edited(line, key) ?? line, lineOf(from))
  expect(after('ab', { name: 'left' }, typed('x'))).toEqual({ text: 'axb', cursor: 2 })
  expect(after('ab👩‍🚀', { name: 'backspace' })).toEqual(lineOf('ab'))
  expect(after('game show id', { name: 'clear-word' })).toEqual(lineOf('game show '))
  expect(after('abc', { name: 'home' }, { name: 'delete' })).toEqual({ text: 'bc', cursor: 0 })
  expect(after('abc', { name: 'left' }, { name: 'clear-rest' })).toEqual(lineOf('ab'))
  expect(edited(EMPTY_LINE, { name: 'backspace' })).toEqual(EMPTY_LINE)
  expect(edited(EMPTY_LINE, { name: 'up' })).toBeNull()
})
