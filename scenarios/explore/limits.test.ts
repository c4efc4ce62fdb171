import { Random } from '@inkling/fixtures/random'
import { expect, test } from 'vitest'
import { Limits, withLimit } from './limits.ts'

test('every limit of a field comes once before one comes again', () => {
  const limits = new Limits([['join-group', 'joinGroup']], new Random('1'))
  const values: unknown[] = []
  for (let limit = limits.next(); limit && values.length < 100; limit = limits.next()) {
    if (limit.path[0] === 'code') values.push(limit.value)
  }
  const round = new Set(values).size
  expect(round).toBeGreaterThan(10)
  expect(new Set(values.slice(0, round))).toEqual(new Set(values))
  expect(values).toEqual(expect.arrayContaining([undefined, '', 7]))
})

test('a limit replaces one field, also inside another, or leaves it out', () => {
  const input = { content: { guess: 'oak' }, timeSpent: 3 }
  expect(withLimit(input, { path: ['content', 'guess'], value: '' })).toEqual({
    content: { guess: '' },
    timeSpent: 3,
  })
  expect(withLimit(input, { path: ['content'], value: undefined })).toEqual({ timeSpent: 3 })
})
