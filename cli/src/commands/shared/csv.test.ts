import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test('quotes what has commas, quotes or line breaks, and lets no spreadsheet compute a name', () => {
  const rows = [
    ['Night, Owls', '-a_B1'],
    ['the "best"', ''],
    ['=1+2', 'two\nlines'],
    ['@SUM(A1)', '5'],
  ]
  expect(csv(['name', 'id'], rows).split('\n')).toEqual([
    'name,id',
    '"Night, Owls",-a_B1',
    '"the ""best""",',
    `'=1+2,"two`,
    'lines"',
    "'@SUM(A1),5",
  ])
})
