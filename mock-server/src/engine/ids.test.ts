import { expect, test } from 'vitest'
import { nodeCodecs } from '../server/platform/node-codecs.ts'
import { Ids } from './ids.ts'

test('the id of a game, which ends links, ends with a letter or digit', () => {
  const ids = new Ids(nodeCodecs, 'ids')
  const some = Array.from({ length: 500 }, (_, at) => [
    ids.groupGame(`group ${at}`, '2026-03-07'),
    ids.publicGame('2026-03-07', `player ${at}`, '2026-03-07T17:00:00.000Z'),
    ids.mockGame(`player ${at}`, '2026-03-07'),
  ]).flat()
  expect(some.filter((id) => !/[A-Za-z\d]$/.test(id))).toEqual([])
  expect(new Set(some).size).toBe(some.length)
})

test('no id starts with a hyphen, which a command line would read as an option', () => {
  const ids = new Ids(nodeCodecs, 'ids')
  const some = Array.from({ length: 500 }, (_, at) => ids.user(`device ${at}`))
  expect(some.filter((id) => id.startsWith('-'))).toEqual([])
  expect(new Set(some).size).toBe(some.length)
})
