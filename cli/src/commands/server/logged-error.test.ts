import { StoreUnavailableError } from '@inkling/mock-server/server'
import { expect, test } from 'vitest'
import { loggedError, withoutCredentials } from './logged-error.ts'

test.each([
  ['of the store', new StoreUnavailableError(new Error('no space left')), /no space left/],
  ['of the system', Object.assign(new Error('no space left'), { code: 'ENOSPC' }), /no space left/],
  [
    'of a broken connection',
    Object.assign(new Error('Connection terminated'), { name: 'ConnectionLost' }),
    /^Connection terminated$/,
  ],
])('an error %s is logged without its stack', (_, error, message) => {
  const logged = loggedError(error)
  expect(logged).toMatchObject({ message: expect.stringMatching(message) })
  expect(logged).not.toHaveProperty('stack')
})

test('a bug is logged with its stack', () => {
  expect(loggedError(new TypeError('x is not a function'))).toHaveProperty('stack')
})

test('a logged error has no fields that may contain credentials', () => {
  const error = Object.assign(new TypeError('Invalid URL'), {
    code: 'ERR_INVALID_URL',
    input: 'postgres://me:hush@host/inkling',
    rawPacket: Buffer.from('Authorization: Bearer hush'),
  })
  expect(Object.keys(loggedError(error)).sort()).toEqual(['code', 'message', 'stack', 'type'])
})

test.each([
  ['connect to postgres://me:hush@host/inkling failed', 'connect to postgres://me:***@host/inkling failed'],
  ['GET /api/reactions/ws/game?token=hush&a=1', 'GET /api/reactions/ws/game?token=***&a=1'],
  ['/?move=HUSHHUSH', '/?move=***'],
  [
    'postgres://me@host/inkling?password=hush&sslmode=require',
    'postgres://me@host/inkling?password=***&sslmode=require',
  ],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc-_1 is wrong', 'Bearer *** is wrong'],
  ['https://inkling.example/public/results/abc', 'https://inkling.example/public/results/abc'],
])('the log line %j is written as %j', (line, written) => {
  expect(withoutCredentials(JSON.stringify({ msg: line }))).toBe(JSON.stringify({ msg: written }))
})
