import { ApiError } from '@inkling/mock-server/contract/client/api-error'

/** Whether a call failed because the caller is not authorised or the server does not support it. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 405].includes(error.status)
