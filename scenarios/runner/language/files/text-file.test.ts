import { expect, test } from 'vitest'
import { jsonOfFile } from './json-file.ts'
import { parseScenario } from './parse.ts'
import { Source } from './source.ts'
import { textOfFile } from './text-file.ts'

const read = (bytes: Uint8Array | readonly number[]) => textOfFile(Uint8Array.from(bytes), 'f')

test('UTF-8 with a byte order mark and any line ends is read', () => {
  expect(read(Buffer.from('\ufeffa: é\r\nb: 語\rc: 👩\n'))).toBe('a: é\nb: 語\nc: 👩\n')
  expect(read([])).toBe('')
})

test.each<[string, Uint8Array | number[], string]>([
  [
    'UTF-16 with a mark',
    Buffer.from('\ufeffname: a', 'utf16le'),
    'f:1:1: this file is UTF-16: save it as UTF-8',
  ],
  [
    'big-endian UTF-16 with a mark',
    Buffer.from('\ufeffab', 'utf16le').swap16(),
    'f:1:1: this file is UTF-16',
  ],
  ['UTF-16 without a mark', Buffer.from('name', 'utf16le'), 'f:1:1: this file is UTF-16'],
  ['UTF-32', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], 'f:1:1: this file is UTF-32'],
  [
    'Latin-1',
    Buffer.from('a: ok\r\nb: Café x\n', 'latin1'),
    'f:2:7: byte 14 of this file (0xE9) is not UTF-8; perhaps the file is Latin-1: save it as UTF-8',
  ],
  ['a cut character', [0x61, 0x0a, 0xc3], 'f:2:1: byte 3 of this file (0xC3) is not UTF-8'],
  ['NUL', Buffer.from('a: b\nc\0d\n'), 'f:2:2: this file has a NUL character: remove it'],
])('%s is refused with what to do', (_, bytes, message) => {
  expect(() => read(bytes)).toThrow(message)
})

const problem = (text: string) => {
  try {
    return JSON.stringify(new Source('f', text).value)
  } catch (error) {
    return String(error)
  }
}

test.each([
  ['a:\n\t- b\n', '2:1: a tab cannot indent: use spaces'],
  ['a: !secret x\n', '1:12: the tag !secret is not known here: remove it'],
  ['a: !!binary aGk=\n', '1:13: the tag !!binary is not known here: remove it'],
  ['a: 1\n---\nb: 2\n', '2:1: here begins a second document (---): write one file for each'],
  ['a: 007\n', '1:4: 007 would be read as the number 7: write "007" for this text'],
  ['a: 12345678901234567890\n', '1:4: 12345678901234567890 would be read as the number 1234567890123456'],
  ['a: *base\n', '1:4: there is no anchor &base before this alias'],
  ['a: @x\n', '1:4: a text cannot begin with this character: quote it'],
  ['a: b: c\n', '1:4: this line has a second colon: quote the text that contains it'],
  ['a: 1\na: 2\n', '2:1: this key is there twice: remove one'],
  ['a: { b: 1\nc: 2\n', 'close every [ and {'],
  ['a: &a [*a]\n', 'an alias of this file contains itself'],
  ['? { a: 1 }\n: 2\n', '1:3: a key must be text'],
])('%j is refused with the position', (text, message) => {
  expect(problem(text)).toContain(message)
})

test('merge keys, anchors, quoted numbers and plain tags are read', () => {
  expect(problem('base: &b { x: 1 }\nc: { <<: *b, y: "007" }\nd: !!str 1\n')).toBe(
    '{"base":{"x":1},"c":{"x":1,"y":"007"},"d":"1"}',
  )
})

test('a number where text is meant is shown as it is written', () => {
  expect(() => parseScenario('version: 1\nname: 1.10\nsteps: [{ say: 0x1F }]\n', 'f')).toThrow(
    `f:2:7: 'name' must be text, not 1.1: write it as "1.10"\nf:3:16: 'say' must be text, not 31: write it as "0x1F"`,
  )
})

test.each([
  ['{', '1:2: this file is not JSON: it ends too early'],
  ['{"a": 1,}', "1:9: this file is not JSON: '}' is not expected here"],
  ["{\n  'a': 1 }", "2:3: this file is not JSON: ''a': 1 }' is not expected here"],
  ['[1, 2\n 3]', "2:2: this file is not JSON: '3]'"],
  ['{"a" 1}', "1:6: this file is not JSON: '1}'"],
  ['{"a": tru}', "1:7: this file is not JSON: 'tru}'"],
  ['{} x', "1:4: this file is not JSON: 'x'"],
  ['// no\n{}', "1:1: this file is not JSON: '// no'"],
])('the JSON %j is refused with the position', (text, message) => {
  expect(() => jsonOfFile(Buffer.from(text), 'f')).toThrow(`f:${message}`)
})
