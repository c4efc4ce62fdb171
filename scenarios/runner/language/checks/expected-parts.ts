import { isNumericMatcher } from '../values/match.ts'

/** The parts of an expectation. */
export interface ExpectedParts {
  /** The expected HTTP status, and the key that has it: `status` is an older word for it if it is about a number. */
  readonly httpStatus: unknown
  readonly httpStatusKey: 'http-status' | 'status'
  readonly error: unknown
  readonly headers: unknown
  readonly body: unknown
  /** The expected fields of the response. */
  readonly fields: Readonly<Record<string, unknown>>
}

export function expectedParts(expect: Readonly<Record<string, unknown>>): ExpectedParts {
  const { 'http-status': given, status, error, headers, body, ...others } = expect
  const isOldWord = given === undefined && (typeof status === 'number' || isNumericMatcher(status))
  return {
    httpStatus: isOldWord ? status : given,
    httpStatusKey: isOldWord ? 'status' : 'http-status',
    error,
    headers,
    body,
    fields: { ...others, ...(!isOldWord && status !== undefined && { status }) },
  }
}

/** Whether a call is expected to fail. */
export function expectsFailure(expect: Readonly<Record<string, unknown>> = {}): boolean {
  const { error, httpStatus } = expectedParts(expect)
  if (error !== undefined && error !== null) return true
  return typeof httpStatus === 'number' ? httpStatus >= 400 : httpStatus !== undefined
}
