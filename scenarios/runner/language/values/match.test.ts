import { expect, test } from 'vitest'
import { mismatches } from './match.ts'

const messages = (actual: unknown, expected: unknown): string[] =>
  mismatches(actual, expected, (a, b) => a === b).map(({ message }) => message)

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
  [[1, 2], [1], 'expected a list of 1, got [1,2]'],
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
