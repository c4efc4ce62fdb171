import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { expect, it } from 'vitest'
import { isAuthError, pollEvery } from './polling.ts'

it.each([
  ['an auth code', new ApiError('AUTH_EXPIRED', 'Please sign in again', 400)],
  ['the status 401', new ApiError('UNKNOWN_ERROR', 'An unknown error occurred', 401)],
  ['the message of a call without a token', new ApiError('FORBIDDEN', 'Authentication required', 403)],
  ['a message with AUTH', new ApiError('UNKNOWN_ERROR', 'AUTH_INVALID: no such session', 400)],
])('%s is an auth error, and stops polling', (_, error) => {
  expect(isAuthError(error)).toBe(true)
  expect(pollEvery(1000)({ state: { error } })).toBe(false)
})

it.each([
  ['another refusal', new ApiError('FORBIDDEN', 'You are not in this group', 403)],
  ['an error that is not of the API', new Error('AUTH')],
])('%s is not an auth error', (_, error) => {
  expect(isAuthError(error)).toBe(false)
})
