import { expect, test } from 'vitest'
import { messageReader } from '../../calls/event-stream.ts'
import { hasUnicode } from './plain-text.ts'
import { Screen } from './screen.ts'

test('only changed lines are sent, each to its position', () => {
  const sent: string[] = []
  const screen = new Screen({ columns: 20, rows: 5 }, (text) => sent.push(text))
  screen.write('one\ntwo\nthree')
  screen.write('one\nTWO\nthree')
  screen.write('one\nTWO\nthree')
  screen.write('one')
  expect(sent).toHaveLength(3)
  expect(sent[1]).toBe('\u001B[?2026h\u001B[2;1H\u001B[2KTWO\u001B[0m\u001B[?2026l')
  expect(sent[2]).toContain('\u001B[3;1H\u001B[2K\u001B[0m')
})

test('after a resize, the next frame is sent completely', () => {
  const sent: string[] = []
  const screen = new Screen({ columns: 20, rows: 5 }, (text) => sent.push(text))
  screen.write('one')
  screen.forget({ columns: 30, rows: 6 })
  screen.write('one')
  expect(sent.at(-1)).toContain('one')
})

test('server-sent events are parsed from any chunks, and comments are ignored', () => {
  const read = messageReader()
  expect(read(': hello\n\nevent: a\nda')).toEqual([])
  expect(read('ta: {"type":"a"}\n\ndata: 1\ndata: 2\n\n')).toEqual(['{"type":"a"}', '1\n2'])
})

test.each([
  [false, { LANG: 'C' }],
  [false, { LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }],
  [false, { LANG: 'de_DE.ISO-8859-1' }],
  [true, { LC_ALL: '', LANG: 'en_US.UTF-8' }],
  [true, {}],
])('a terminal has Unicode: %s, with %j', (has, env) => {
  expect(hasUnicode(env)).toBe(has)
})
