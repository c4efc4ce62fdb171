import { expect, test } from 'vitest'
import { aGroup, aMember } from '../../testing/builders.ts'
import { flameText } from './flame-text.ts'

const came = { status: 'completed' } as const
const members = [aMember('Ann', came), aMember('Ben', came), aMember('Ravi', { status: 'pending' })]
const [ann, ben] = [aMember('Ann', came), aMember('Ben', came)]

test.each([
  [0, [ann, aMember('Ravi')], 'The fire is not lit yet', 'It burns when everybody plays on one day.'],
  [0, members, 'The fire is not lit yet', 'Only Ravi is missing to light it.'],
  [12, members, 'Everybody came: 12 days in a row', 'Only Ravi is missing for day 13.'],
  [
    12,
    [ann, ben, aMember('Ravi', { status: 'pending', hidden: 'you' })],
    'Everybody came: 12 days in a row',
    'Only one player is missing for day 13.',
  ],
  [
    3,
    [ann, aMember('Ben', { status: 'pending' }), aMember('Ravi', { status: 'pending' })],
    'Everybody came: 3 days in a row',
    'It burns on when everybody plays today.',
  ],
  [
    3,
    [ann, aMember('Ravi', { status: 'skipped' })],
    'Everybody came: 3 days in a row',
    'Today got away from somebody. It begins again tomorrow.',
  ],
  [
    0,
    [ann, aMember('Ravi', { status: 'skipped' })],
    'The fire is not lit yet',
    'Tomorrow is a good day for all to come.',
  ],
  // Cleo joined after the game of today was over.
  [1, [ann, ben, aMember('Cleo')], 'Everybody came: 1 day', 'Today everybody came.'],
])('after %i days together, with %j', (daysTogether, together, title, hint) => {
  expect(flameText(aGroup({ daysTogether, members: together }))).toMatchObject({ title, hint })
})

test('it is lit once everybody has played today', () => {
  expect(flameText(aGroup({ daysTogether: 4, members }))?.isLit).toBe(false)
  expect(flameText(aGroup({ daysTogether: 5, members: [ann, ben] }))?.isLit).toBe(true)
})

test('there is none for one member, or where the server does not say', () => {
  expect(flameText(aGroup({ daysTogether: 5, members: [ann] }))).toBeNull()
  expect(flameText(aGroup({ members }))).toBeNull()
})
