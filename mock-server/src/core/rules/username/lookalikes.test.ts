import { expect, test } from 'vitest'
import { lookalikeNumbers, skeletonOf } from './lookalikes.ts'

test.each([
  ['Grandrna', 'Grandma'],
  ['Iris', 'lris'],
  ['B0b', 'Bob'],
  ['ANN', 'ann'],
  ['VVill', 'Will'],
  ['Cassie5', 'CassieS'],
])('%s looks like %s', (name, other) => {
  expect(skeletonOf(name)).toBe(skeletonOf(other))
})

test('only players whose names look alike get a number', () => {
  const people = ['Grandma', 'Ben', 'Grandrna', 'Anna'].map((username, at) => ({
    userId: `u${at}`,
    username,
  }))
  expect(lookalikeNumbers(people)).toEqual(
    new Map([
      ['u0', 1],
      ['u2', 2],
    ]),
  )
})
