import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { addressCounter } from './address-counter.ts'

test('connections of one IPv6 network are counted together until they close', async () => {
  const take = addressCounter(2)
  const first = new PassThrough()
  expect(take('2001:db8:0:1::1', first)).toBe(true)
  expect(take('2001:db8:0:2::2', new PassThrough())).toBe(true)
  expect(take('2001:db8:0:3::3', new PassThrough())).toBe(false)
  expect(take('2001:db8:1::1', new PassThrough())).toBe(true)
  const closed = new Promise((resolve) => first.once('close', resolve))
  first.destroy()
  await closed
  expect(take('2001:db8:0:3::3', new PassThrough())).toBe(true)
})
