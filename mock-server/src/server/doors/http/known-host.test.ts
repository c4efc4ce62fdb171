import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { hostCheck } from './known-host.ts'

test('any host is accepted with the right key, such as the name of a service in a private network', () => {
  const check = hostCheck(null, ({ headers }) => headers['x-admin-key'] === 'the key')
  const from = (key: string) =>
    ({ headers: { host: 'server:4000', 'x-admin-key': key } }) as unknown as IncomingMessage
  expect(check(from('the key'))).toBeNull()
  expect(check(from('another'))?.status).toBe(403)
})

test.each([
  ['evil.example', false],
  ['evil.example:4000', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['evil.localhost.example', false],
  ['', false],
  ['localhost', true],
  ['LOCALHOST:4000', true],
  ['inkling.localhost', true],
  ['127.0.0.1:4000', true],
  ['192.168.1.7', true],
  ['[::1]:4000', true],
  ['inkling.example', true],
  ['INKLING.example:443', true],
  // Not from a page: browsers always send a host.
  [undefined, true],
])('%s is known: %s', (host, isKnown) => {
  const refused = hostCheck('https://inkling.example')({ headers: { host } } as IncomingMessage)
  expect(refused?.body ?? null).toEqual(
    isKnown ? null : { error: { code: 'FORBIDDEN', message: expect.stringContaining('PUBLIC_URL') } },
  )
})
