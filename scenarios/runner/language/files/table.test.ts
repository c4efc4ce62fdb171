import { expect, test } from 'vitest'
import { tableOf } from './table.ts'

test('a CSV table has a row for each line, and types its values', () => {
  expect(tableOf('name,score,note\nann,1.5,"a ""big"" owl, and\nmore"\n\nben,"007",true\n', 'a.csv')).toEqual(
    [
      { name: 'ann', score: 1.5, note: 'a "big" owl, and\nmore' },
      { name: 'ben', score: '007', note: true },
    ],
  )
  expect(tableOf('code,name\n012345,\n', 'a.csv')).toEqual([{ code: '012345', name: '' }])
  expect(tableOf('name\n""\nb', 'a.csv')).toEqual([{ name: '' }, { name: 'b' }])
})

test('a YAML table is a list', () => {
  expect(tableOf('- { name: ann }\n- 4\n', 'a.yaml')).toEqual([{ name: 'ann' }, 4])
})

test.each([
  ['', 'a.csv:1:1: the first line of a table has the names of its columns, separated by commas'],
  [
    'name,score\nann\n',
    'a.csv:2:1: this row has 1 cells, but the first line has 2: quote a cell that contains a comma',
  ],
  ['name,score, name\n', "a.csv:1:12: there are two columns 'name': rename one"],
  [
    'name\n"ann\n',
    'a.csv:2:1: a quote is not closed, or text follows it: double a quote inside a quoted cell',
  ],
])('%j is refused', (text, message) => {
  expect(() => tableOf(text, 'a.csv')).toThrow(message)
})

test('a mapping is not a table', () => {
  expect(() => tableOf('name: ann\n', 'a.yaml')).toThrow('a.yaml:1:1: a table is a list')
})
