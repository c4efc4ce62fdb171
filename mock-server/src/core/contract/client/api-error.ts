/** A failed call. `code` is the server's error code or one of the two below. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  /** HTTP status; 0 if there was no response. */
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

/** The error body is not JSON. */
export const NETWORK_ERROR = 'NETWORK_ERROR'
/** The error body is JSON without an `error` object. */
export const UNKNOWN_ERROR = 'UNKNOWN_ERROR'
