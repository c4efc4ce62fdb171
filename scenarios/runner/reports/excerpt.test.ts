import { expect, test } from 'vitest'
import { shownReply } from '../steps/calls/shown-json.ts'
import { excerpt } from './excerpt.ts'

const player = (username: string) => ({ userId: `id of ${username}`, username, avatar: '🦊' })
const strokes = Array.from({ length: 12 }, (_, at) => ({
  tool: 'pen',
  color: '#000000',
  size: 5,
  points: Array.from({ length: 300 }, (_, x) => [x, at]),
}))
const drawing = (username: string, score: number) => ({
  type: 'drawing',
  player: player(username),
  content: { drawing: 'iVBORw0KGgoAAAANSUhEUgAA'.repeat(500), strokes },
  seconds: 4,
  reactions: [{ reactionType: 'love', count: 2 }],
  score,
})
const reply = shownReply(
  JSON.stringify({
    gameId: 'g',
    empty: {},
    people: ['Ann', 'Ben'],
    chain: [
      drawing('Ann', 1),
      { type: 'guess', player: player('Ben'), content: { guess: 'owl' }, seconds: 5, score: 62 },
      drawing('Cat', 3),
    ],
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, at])),
  }),
)
const at = (...paths: (readonly (string | number)[])[]) =>
  excerpt({
    exchange: { curl: 'curl', status: 200, reply },
    problems: paths.map((path) => ({ file: 'f', line: 1, column: 1, message: 'm', at: path })),
  })

test('the item of the value that failed is whole, with a line each for its picture and strokes', () => {
  expect(at(['chain', 2, 'score'])).toEqual([
    '{',
    '… 3 more lines',
    '  "chain": [',
    '… 8 more lines',
    '    {',
    '      "type": "drawing",',
    '      "player": { "userId": "id of Cat", "username": "Cat", "avatar": "🦊" },',
    '      "content": {',
    expect.stringMatching(/^ {8}"drawing": "iVBORw0KGgoAAAANSUhEUgAA.{36}…",$/),
    expect.stringMatching(/^ {8}"strokes": \[\{ "tool": "pen", .{60,80}… 12 items$/),
    '      },',
    '      "seconds": 4,',
    '      "reactions": [{ "reactionType": "love", "count": 2 }],',
    '      "score": 3',
    '    }',
    '  ],',
    '  "field0": 0,',
    '… 20 more lines',
  ])
})

test('of a list that failed, the items have a line each', () => {
  expect(at(['chain'])).toEqual([
    '{',
    '  "gameId": "g",',
    '  "empty": {},',
    '  "people": ["Ann", "Ben"],',
    '  "chain": [',
    expect.stringMatching(/^ {4}\{ "type": "drawing", "player": \{ .*"Ann".*…$/),
    expect.stringMatching(/^ {4}\{ "type": "guess", .*"owl".* \},$/),
    expect.stringMatching(/^ {4}\{ "type": "drawing", "player": \{ .*"Cat".*…$/),
    '  ],',
    '… 21 more lines',
  ])
})

test('several values that failed, and a field that is missing in its object', () => {
  const lines = at(['field3'], ['field12'])
  expect(lines).toContain('  "field3": 3,')
  expect(lines).toContain('  "field12": 12,')
  expect(lines).toContain('… 2 more lines')
  expect(at(['chain', 1, 'content', 'drawing'])).toContain('      "content": { "guess": "owl" },')
})

test('without a value that failed, the first lines', () => {
  expect(at().slice(0, 4)).toEqual(['{', '  "gameId": "g",', '  "empty": {},', '  "people": ["Ann", "Ben"],'])
  expect(at().at(-1)).toMatch(/^… \d+ more lines$/)
  expect(at(['nothing'])).toEqual(at())
})

test('text that is not JSON is shown from its start', () => {
  const page = { curl: 'curl', status: 502, reply: '<html>\n</html>' }
  expect(excerpt({ exchange: page, problems: [] })).toEqual(['<html>', '</html>'])
})
