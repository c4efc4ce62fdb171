import { expect, test } from 'vitest'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { Ids } from './ids.ts'

test('no id is read as an option on a command line', () => {
  const ids = new Ids(nodeCodecs, 'ids')
  const some = Array.from({ length: 500 }, (_, at) => ids.user(`device ${at}`))
  expect(some.filter((id) => id.startsWith('-'))).toEqual([])
  expect(new Set(some).size).toBe(some.length)
})
