import { BODY } from '../../core/contract/constants.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../core/contract/table/error-codes.ts'
import { HEADER } from '../../core/contract/table/headers.ts'
import type { Refusal } from '../../core/rules/refusal.ts'
import { StoreUnavailableError, type UnreadableDataError } from '../store.ts'
import type { Reply } from './call.ts'

/** An error reply in the envelope of the API. */
export function failure(code: ErrorCode, message: string, headers: Reply['headers'] = {}): Reply {
  const body: ErrorBody = { error: { code, message } }
  return { status: ERROR_STATUS[code], headers, body }
}

/** The reply to a call that an operation has refused. */
export const refused = (
  { code, message, retryAfterSeconds }: Refusal,
  headers: Reply['headers'] = {},
): Reply =>
  failure(code, message, {
    ...headers,
    ...(retryAfterSeconds !== undefined && { [HEADER.retryAfter]: String(retryAfterSeconds) }),
  })

export const notFound = (): Reply => failure('NOT_FOUND', 'No such endpoint: check the method and path')
export const malformedJson = (): Reply => failure('VALIDATION_FAILED', 'The body is not valid JSON')
export const tooLarge = (): Reply =>
  failure('PAYLOAD_TOO_LARGE', `The body is larger than ${BODY.maxBytes / 2 ** 20} MiB`)
export const unavailable = (message: string): Reply =>
  failure('UNAVAILABLE', message, retryAfter(ERROR_STATUS.UNAVAILABLE))

/** The reply to one of too many concurrent calls of a player. */
export const ownerBusy = (): Reply =>
  failure('RATE_LIMITED', 'Too many calls. Please wait a moment.', retryAfter(ERROR_STATUS.RATE_LIMITED))

/** When to repeat a call that was refused because the server is busy; nothing for other statuses. */
export function retryAfter(status: number): Reply['headers'] {
  // A full disk or a missing database does not recover within a second.
  const seconds = status === ERROR_STATUS.UNAVAILABLE ? 5 : status === ERROR_STATUS.RATE_LIMITED ? 1 : null
  return seconds === null ? {} : { [HEADER.retryAfter]: String(seconds) }
}

/** A call of an admin that failed because data cannot be read. The admin gets the details. */
export class ExplainedFault extends Error {
  override name = 'ExplainedFault'

  constructor(cause: UnreadableDataError) {
    super(`${cause.message} A reset or a restore of the world removes damaged games.`, { cause })
  }
}

/** The reply to a call that threw an error. The door logs the error; only an {@link ExplainedFault} has details. */
export function faultReply(error: unknown): Reply {
  if (error instanceof ExplainedFault) return failure('INTERNAL', error.message)
  return error instanceof StoreUnavailableError
    ? unavailable('Your data cannot be loaded or saved just now. Please try again in a moment.')
    : failure('INTERNAL', 'Something went wrong on our side. Please try again.')
}
