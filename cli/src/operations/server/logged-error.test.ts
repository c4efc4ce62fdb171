import { StoreUnavailableError } from '@inkling/mock-server/server'
import { expect, test } from 'vitest'
import { loggedError } from './logged-error.ts'

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
