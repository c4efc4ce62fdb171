/** A failed call as the client sees it: spec section 8. `code` is the server's, or one of the two below. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** What HTTP calls that status, where the server says so. */
  readonly statusText: string

  constructor(code: string, message: string, status: number, statusText = '') {
    super(message)
    this.code = code
    this.status = status
    this.statusText = statusText
  }
}

/** An error body that is no JSON. */
export const NETWORK_ERROR = 'NETWORK_ERROR'
/** A JSON error body without an `error` object. */
export const UNKNOWN_ERROR = 'UNKNOWN_ERROR'
