import { expect, test } from 'vitest'
import { Alignment } from './alignment.ts'

const stand = (letter: string) => `former-${letter.repeat(22)}`

test('of equal servers, what stands for deleted players may differ, but stands for the same player everywhere', () => {
  const alignment = new Alignment({ isExact: true })
  const reply = (userId: string) => ({ participants: [{ userId }] })
  expect(alignment.differing(reply(stand('a')), reply(stand('b')))).toEqual([])
  expect(alignment.differing({ id: stand('a') }, { id: stand('b') })).toEqual([])
  expect(alignment.differing({ id: stand('a') }, { id: stand('c') })).toEqual([
    ['$.id', [stand('a'), stand('c')]],
  ])
  expect(alignment.differing({ id: 'a' }, { id: stand('b') })).toHaveLength(1)
  expect(alignment.differing({ id: 'a' }, { id: 'b' })).toHaveLength(1)
})

test('the groups that keep a player out stand for one another', () => {
  const alignment = new Alignment()
  expect(alignment.differing({ groupId: 'a' }, { groupId: 'b' })).toEqual([])
  expect(alignment.differing({ keptOutOf: ['a'] }, { keptOutOf: ['b'] })).toEqual([])
  expect(alignment.differing({ keptOutOf: ['c'] }, { keptOutOf: ['b'] })).toHaveLength(1)
})
