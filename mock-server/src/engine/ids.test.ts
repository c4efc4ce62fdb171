import { expect, test } from 'vitest'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { Ids } from './ids.ts'

test('no id starts with a hyphen, which a command line would read as an option', () => {
  const ids = new Ids(nodeCodecs, 'ids')
  const some = Array.from({ length: 500 }, (_, at) => ids.user(`device ${at}`))
  expect(some.filter((id) => id.startsWith('-'))).toEqual([])
  expect(new Set(some).size).toBe(some.length)
})
