import { expect, test } from 'vitest'
import { createProgram } from '../program.ts'
import { commandLine, wordsOf } from './command-words.ts'
import { commonBeginning, completions, type KnownIds, takesFile } from './completion.ts'

const program = createProgram()
const complete = (line: string, ids: KnownIds = {}) =>
  completions(program, line.split(' '), ids).map(({ value }) => value)

test('commands at every depth, except hidden ones', () => {
  expect(complete('cl')).toEqual(['clock'])
  expect(complete('com')).toEqual(['completion'])
  expect(complete('clock ')).toEqual(['show', 'set', 'advance', 'midnight', 'freeze', 'resume', 'help'])
})

test('options of a command and of the program, and choices of an option', () => {
  expect(complete('bots run --p')).toEqual(['--players', '--personas', '--pace'])
  expect(complete('bots run --pace ')).toEqual(['real', 'fast'])
  expect(complete('-o json daily trigger --dry')).toEqual(['--dry-run'])
  expect(complete('completion z')).toEqual(['zsh'])
  expect(complete('serve --world ').slice(0, 3)).toEqual(['demo', 'empty', 'busy'])
  expect(complete('bots run --personas steady,ca')).toEqual(['steady,careless'])
})

test('ids for arguments and options that take an id', () => {
  const ids = {
    users: [
      { value: 'u1', about: 'Mina' },
      { value: 'u2', about: 'Bodil' },
    ],
    games: [{ value: 'g1' }],
    devices: [{ value: 'device_1' }],
    targets: [{ value: 'staging' }],
    savedWorlds: [{ value: 'before-reset-2026-03-07-120000' }],
  }
  expect(complete('game show ', ids)).toEqual(['g1'])
  for (const words of ['user show', 'user rename', 'game today', 'history show', 'group remove-member g'])
    expect(complete(`${words} `, ids)).toEqual(['u1', 'u2'])
  expect(complete('game skip ', ids)).toEqual(['g1'])
  expect(complete('group show ', ids)).toEqual([])
  expect(complete('game mock u', ids)).toEqual(['u1', 'u2'])
  expect(complete('game complete --device ', ids)).toEqual(['device_1'])
  expect(complete('game complete ', ids)).toEqual(['g1'])
  expect(complete('--target s', ids)).toEqual(['staging'])
  expect(complete('target use ', ids)).toEqual(['staging'])
  expect(complete('world restore bef', ids)).toEqual(['before-reset-2026-03-07-120000'])
  // Also by the player's name.
  expect(complete('game mock bo', ids)).toEqual(['u2'])
})

test('file names for arguments that take files', () => {
  expect(complete('scenario run scenarios/library/first')).toEqual(['scenarios/library/first-day.yaml'])
  expect(complete('scenario run first-day scenarios/run')).toEqual(['scenarios/runner/'])
})

test.each([
  ['scenario run ', true],
  ['scenario run first-day --report junit=', true],
  ['serve --env-file ', true],
  ['serve --env-file=con', true],
  ['serve --world d', true],
  ['serve --data ', true],
  ['world export ', true],
  ['serve --port ', false],
  ['serve --p', false],
  ['clock ', false],
  ['game show ', false],
])('the shell completes files after %j: %s', (line, isFile) => {
  expect(takesFile(program, line.split(' '))).toBe(isFile)
})

test('the common prefix of several candidates', () => {
  expect(commonBeginning(['--players', '--personas'])).toBe('--p')
  expect(commonBeginning([])).toBe('')
})

test('lines are split and joined as in a shell', () => {
  expect(wordsOf(`fault new '/api/game/*' --body "a b"  it\\'s`)).toEqual([
    'fault',
    'new',
    '/api/game/*',
    '--body',
    'a b',
    "it's",
  ])
  for (const words of [
    ['a b', "it's"],
    ['plain', ''],
  ])
    expect(wordsOf(commandLine(words))).toEqual(words)
})
