import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../contract/error-codes.ts'
import type { Reply } from './call.ts'

/** A failure in the envelope of the API (api.md). */
export function failure(code: ErrorCode, message: string, headers: Reply['headers'] = {}): Reply {
  const body: ErrorBody = { error: { code, message } }
  return { status: ERROR_STATUS[code], headers, body }
}

export const notFound = (): Reply => failure('NOT_FOUND', 'There is nothing here')
export const malformedJson = (): Reply => failure('VALIDATION_FAILED', 'The body is not valid JSON')
export const tooLarge = (): Reply => failure('PAYLOAD_TOO_LARGE', 'The body is too large')
export const fault = (): Reply => failure('INTERNAL', 'Something went wrong on our side. Please try again.')
