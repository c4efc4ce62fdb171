import { ApiError } from '@inkling/mock-server/contract/client/api-error'

/** For the `catch` of a call: null for an error with one of these codes or statuses. Any other is thrown. */
export const unless =
  (...expected: readonly (string | number)[]) =>
  (error: unknown): null => {
    if (error instanceof ApiError && (expected.includes(error.code) || expected.includes(error.status)))
      return null
    throw error
  }
