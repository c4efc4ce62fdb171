import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { isTimeout } from '../../platform/online.ts'

/**
 * Whether polling stops at this error: no session, no game, no connection, or a server error. It
 * resumes on a reconnect, when the page regains focus, or when the player acts.
 */
function stopsPolling(error: Error | null): boolean {
  // The next response may be faster.
  if (!error || isTimeout(error)) return false
  if (isNoGame(error) || isAuthError(error)) return true
  const status = error instanceof ApiError ? error.status : 0
  return status === 0 || status === 500 || /failed to fetch|500/i.test(error.message)
}

/** An interval for TanStack Query's `refetchInterval`. */
export const pollEvery =
  (ms: number) =>
  ({ state }: { state: { error: Error | null } }): number | false =>
    stopsPolling(state.error) ? false : ms

/** Whether a refusal means "not in a group", which counts as no game and no error. */
export const isNoGame = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'VALIDATION_FAILED' && error.message.includes('not in a group')

export const isAuthError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 ||
    error.code.includes('AUTH') ||
    error.message.includes('AUTH') ||
    error.message === 'Authentication required')
