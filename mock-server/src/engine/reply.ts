import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../contract/error-codes.ts'
import type { Reply } from './call.ts'
import { StoreUnavailableError } from './store.ts'

/** An error reply in the envelope of the API (api.md). */
export function failure(code: ErrorCode, message: string, headers: Reply['headers'] = {}): Reply {
  const body: ErrorBody = { error: { code, message } }
  return { status: ERROR_STATUS[code], headers, body }
}

export const notFound = (): Reply => failure('NOT_FOUND', 'No such endpoint: check the method and path')
export const malformedJson = (): Reply => failure('VALIDATION_FAILED', 'The body is not valid JSON')
export const tooLarge = (): Reply => failure('PAYLOAD_TOO_LARGE', 'The body is too large')
export const unavailable = (message: string): Reply =>
  failure('UNAVAILABLE', message, { 'retry-after': String(RETRY_AFTER_SECONDS) })

/** A full disk or a missing database does not recover within a second. */
const RETRY_AFTER_SECONDS = 5

/** The reply to a call that threw an error. The door logs the error; the caller gets no details. */
export const faultReply = (error: unknown): Reply =>
  error instanceof StoreUnavailableError
    ? unavailable('Your data cannot be loaded or saved just now. Please try again in a moment.')
    : failure('INTERNAL', 'Something went wrong on our side. Please try again.')
