import { ApiError } from '@inkling/mock-server/contract/api-error'
import { isTimeout } from '../platform/online.ts'

/**
 * Whether a poll that met this error is to stop (spec section 8): no session, no game to have, no connection, or a
 * server at fault. A reconnect, a focus or the player's own doing asks again.
 */
function stopsPolling(error: Error | null): boolean {
  // A slow answer says nothing about the next one.
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

/** "You have no game and no group" comes as a refusal, but is not a failure (spec section 8). */
export const isNoGame = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'VALIDATION_FAILED' && error.message.includes('not in a group')

export const isAuthError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 || error.code.includes('AUTH') || error.message === 'Authentication required')
