/** A failed call. `code` is the server's error code or one of the two below. A call without a response throws the error of `fetch`, not this one. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  /** HTTP status; 0 for a socket that failed. */
  readonly status: number
  /** The HTTP reason phrase, if the server sent one. */
  readonly statusText: string

  constructor(code: string, message: string, status: number, statusText = '') {
    super(message)
    this.code = code
    this.status = status
    this.statusText = statusText
  }
}

/** The error body is not JSON, or a socket failed. */
export const NETWORK_ERROR = 'NETWORK_ERROR'
/** The error body is JSON without an `error` object. */
export const UNKNOWN_ERROR = 'UNKNOWN_ERROR'
