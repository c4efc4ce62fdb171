import { expect, test } from 'vitest'
import { mismatches } from './match.ts'
import { show } from './show.ts'

const messages = (actual: unknown, expected: unknown): string[] =>
  mismatches(actual, expected, samePicture).map(({ message }) => message)
const samePicture = (a: string, b: string) =>
  a.startsWith('png') ? a === b || { difference: 'other pixels' } : 'it is not a PNG'

test.each<[actual: unknown, expected: unknown]>([
  ['drawing', 'drawing'],
  ['giraffe', '/^gir/'],
  ['GIRAFFE', '/^gir/i'],
  [{ a: 1, b: 2 }, { a: 1 }],
  [
    [1, { a: 2 }],
    [1, { a: 2 }],
  ],
  ['pending', { in: ['skipped', 'pending'] }],
  ['pending', { in: ['/^pend/'] }],
  [5, { gte: 5, lt: 6 }],
  ['2026-03-08T05:00:00.000Z', { gte: '2026-03-08' }],
  [[1, 2], { length: 2 }],
  [[1, 2], { length: { gte: 1 } }],
  ['a fox', { contains: 'fox' }],
  [[{ a: 1, b: 2 }], { contains: { a: 1 } }],
  [{ success: true }, { 'matches-schema': 'ping-activity' }],
  ['x', { not: 'y' }],
  [null, null],
  [null, { type: 'null' }],
  ['2026-03-08', { type: 'day' }],
  [{ a: { b: [1] } }, { equals: { a: { b: [1] } } }],
  ['Owls', { matches: '/^OWLS$/i' }],
  [{ status: 'completed' }, { status: { not: { in: ['active'] } } }],
])('%j matches %j', (actual, expected) => {
  expect(messages(actual, expected)).toEqual([])
})

test.each<[actual: unknown, expected: unknown, message: string]>([
  ['active', 'waiting', "expected 'waiting', got 'active'"],
  [undefined, 3, 'expected 3, got nothing'],
  [{ yourStatus: 'pending' }, { yourStatus: 'skipped' }, "yourStatus: expected 'skipped', got 'pending'"],
  [
    { chain: [{ type: 'drawing' }] },
    { chain: [{ type: 'guess' }] },
    "chain[0].type: expected 'guess', got 'drawing'",
  ],
  [[1, 2], [1], 'expected 1 item, got 2; not expected: 2 at [1]'],
  [
    ['a', 'b', 'x', 'd'],
    ['a', 'b', 'c', 'd', '/e/'],
    "expected 5 items, got 4; missing: 'c', '/e/'; not expected: 'x' at [2]",
  ],
  [[], [1, 2, 3, 4, 5], 'expected 5 items, got 0; missing: 1, 2, 3, 2 more'],
  [{ chain: [] }, { chain: { length: { gte: 1 } } }, 'chain.length: expected at least 1, got 0'],
  ['b', { in: ['a', 'c'] }, "expected one of 'a', 'c', got 'b'"],
  [4, { gte: 5 }, 'expected at least 5, got 4'],
  ['4', { gte: 5 }, "expected at least 5, got '4'"],
  [{ a: 1, b: 2 }, { equals: { a: 1 } }, 'expected {"a":1}, got {"a":1,"b":2}'],
  ['x', { not: '/x/' }, "expected anything but '/x/', got 'x'"],
  [{}, { 'matches-schema': 'ping-activity' }, 'expected the response of ping-activity'],
  [12, { type: 'text' }, 'expected a text, got 12'],
  ['Owls', { matches: '^OWLS$' }, "expected text like /^OWLS$/, got 'Owls'"],
])('%j does not match %j', (actual, expected, message) => {
  const [first = ''] = messages(actual, expected)
  expect(first.slice(0, message.length)).toBe(message)
})

test('a list without the wanted item: the nearest one and what differs in it', () => {
  const chain = [
    { type: 'drawing', player: { username: 'Ann' }, score: 100 },
    { type: 'guess', player: { username: 'Ben' }, score: 62 },
  ]
  const contains = { type: 'guess', player: { username: 'Cat' }, score: 62 }
  expect(mismatches(chain, { contains }, () => true)).toEqual([
    {
      path: ['contains'],
      at: [1, 'player', 'username'],
      message: `expected an item like ${show(contains)}; the nearest is [1], in which player.username: expected 'Cat', got 'Ben'`,
    },
  ])
  expect(messages([], { contains })).toEqual([`expected something that contains ${show(contains)}, got []`])
  expect(messages(['a'], { contains: 'b' })).toEqual([`expected something that contains 'b', got ["a"]`])
})

test.each<[actual: unknown, not: unknown]>([
  ['no picture', { picture: 'png1' }],
  [7, { picture: 'png1' }],
  [['png1', 'no picture'], { contains: { picture: 'png2' } }],
  ['5', { gt: 4 }],
  [5, '5'],
  [{ a: 1 }, { a: '1' }],
  [5, { contains: 5 }],
  ['5', { contains: 5 }],
  [5, { matches: '5' }],
  [5, '/5/'],
  [5, { length: 1 }],
  ['x', { 'matches-schema': 'no-call' }],
  ['x', { in: ['y', 5] }],
  ['x', { not: 5 }],
])('whether %j differs from %j cannot be decided, so that `not` fails', (actual, not) => {
  expect(messages(actual, { not })).toEqual([
    expect.stringMatching(/^whether this is not so cannot be decided: /),
  ])
})

test.each<[actual: unknown, not: unknown]>([
  ['png1', { picture: 'png2' }],
  [null, { picture: 'png1' }],
  [undefined, { picture: 'png1' }],
  [[{ drawing: null }, { drawing: 'png1' }], { contains: { drawing: { picture: 'png2' } } }],
  [null, { gt: 4 }],
  [null, 5],
  [
    { a: 1, b: 'x' },
    { a: '1', b: 'y' },
  ],
  [undefined, { contains: 'x' }],
  [['x'], 'x'],
])('%j differs from %j', (actual, not) => {
  expect(messages(actual, { not })).toEqual([])
})
