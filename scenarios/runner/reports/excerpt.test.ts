import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

const reply = JSON.stringify(
  {
    gameId: 'g',
    empty: {},
    people: ['Ann', 'Ben'],
    chain: [
      { type: 'drawing', content: { drawing: 'iVBOR' }, seconds: 4, likes: 0, dislikes: 0, score: 1 },
      { type: 'guess', content: { guess: 'owl' }, seconds: 5, likes: 0, dislikes: 0, score: 62 },
    ],
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, at])),
  },
  null,
  2,
)
const at = (...paths: (readonly (string | number)[])[]) =>
  excerpt({
    exchange: { curl: 'curl', status: 200, reply },
    problems: paths.map((path) => ({ file: 'f', line: 1, column: 1, message: 'm', at: path })),
  })

test('the lines around the value that failed, in the objects that contain it', () => {
  expect(at(['chain', 1, 'score'])).toEqual([
    '{',
    '… 6 more lines',
    '  "chain": [',
    '… 10 more lines',
    '    {',
    '… 4 more lines',
    '      "seconds": 5,',
    '      "likes": 0,',
    '      "dislikes": 0,',
    '      "score": 62',
    '    }',
    '  ],',
    '  "field0": 0,',
    '… 20 more lines',
  ])
})

test('of a list with the wrong length, the beginning of each item', () => {
  expect(at(['chain', 'length'])).toEqual([
    '{',
    '… 6 more lines',
    '  "chain": [',
    '    {',
    '      "type": "drawing",',
    '      "content": {',
    '… 7 more lines',
    '    {',
    '      "type": "guess",',
    '      "content": {',
    '… 29 more lines',
  ])
  expect(at(['people', 'length'])).toEqual([
    '{',
    '… 2 more lines',
    '  "people": [',
    '    "Ann",',
    '    "Ben"',
    '… 44 more lines',
  ])
})

test('several values that failed, and a field that is missing in its object', () => {
  const lines = at(['field3'], ['field12'])
  expect(lines).toContain('  "field3": 3,')
  expect(lines).toContain('  "field12": 12,')
  expect(lines).toContain('… 2 more lines')
  expect(at(['chain', 0, 'content', 'guess'])).toContain('        "drawing": "iVBOR"')
})

test('without a value that failed, the first lines', () => {
  expect(at()).toEqual([...reply.split('\n').slice(0, 12), `… ${reply.split('\n').length - 12} more lines`])
  expect(at(['nothing'])).toEqual(at())
})
