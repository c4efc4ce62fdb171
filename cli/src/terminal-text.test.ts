import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleaned, cleanedData, escapedJson, onlyColours } from './terminal-text.ts'

const CLIPBOARD = '\u001b]52;c;aGk=\u0007'

test('characters that a terminal would execute become visible', () => {
  expect(cleaned(`a${CLIPBOARD}b`)).toBe('a␛]52;c;aGk=␇b')
  // C1, DEL, marks of text direction, a lone surrogate, a line separator.
  expect(cleaned('\u009b31m\u007f\u202e\u2066\ud800\u2028')).toBe('\ufffd31m␡\ufffd\ufffd\ufffd\ufffd')
  expect(cleaned('back\b over\rwritten')).toBe('back␈ over␍written')
  expect(cleaned('two\n\tlines, é, 👩‍👩‍👧, 語')).toBe('two\n\tlines, é, 👩‍👩‍👧, 語')
})

test('data is cleaned at any depth, and is the same object if it was clean', () => {
  const clean = { name: 'ann', tags: ['a'], ids: new Map([['1', { at: 2 }]]), none: null }
  expect(cleanedData(clean)).toBe(clean)
  expect(cleanedData({ ...clean, '\u001b[1m': ['\u001b[8m'], ids: new Map([['\u0007', '\u0007']]) })).toEqual(
    { ...clean, '␛[1m': ['␛[8m'], ids: new Map([['␇', '␇']]) },
  )
})

test('of our own text only colours remain', () => {
  expect(onlyColours(`\u001b[38;5;1mred\u001b[0m${CLIPBOARD}\u001b[2J`)).toBe(
    '\u001b[38;5;1mred\u001b[0m␛]52;c;aGk=␇␛[2J',
  )
})

test('JSON keeps its value', () => {
  const value = { name: `\u009b31m\u202e${CLIPBOARD}\u007f` }
  const json = escapedJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(json)).toEqual(value)
  expect(json).toMatch(/^[\n -~]+$/)
})

test('no other file writes text of others to the terminal', () => {
  const folder = import.meta.dirname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const writers = files.filter(
    (file) =>
      /(?<!\.(?:test|fixture))\.tsx?$/.test(file) &&
      /\bstd(out|err)\.write\(|console\.(log|error)\(/.test(readFileSync(`${folder}/${file}`, 'utf8')),
  )
  // Each writes constants, control sequences of its own, or text that it passes through this module.
  expect(writers.sort()).toEqual([
    'commands/help/completion-command.ts',
    'commands/load/live-load-text.ts',
    'commands/load/load-command.ts',
    'commands/scenarios/scenario-command.ts',
    'commands/worlds/worlds.ts',
    'console/screen/terminal.ts',
    'main.ts',
    'output/progress-bar.ts',
    'program.ts',
    'safety/consent.ts',
    'terminal-text.ts',
  ])
})
