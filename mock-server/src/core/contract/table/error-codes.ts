/** The error codes of the API and the HTTP status of each (API.md, Error codes). */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  AUTH_REQUIRED: 401,
  AUTH_INVALID: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ALREADY_HAS_GROUP_GAME: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The body of every error response. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string }
}
