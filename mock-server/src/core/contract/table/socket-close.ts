import { ERROR_STATUS, type ErrorCode } from './error-codes.ts'

/** The close codes of the server's sockets (API.md, Reactions). */
export const SOCKET_CLOSE = { goingAway: 1001, fault: 1011, unauthorised: 4401, forbidden: 4403 } as const

/** The close code for a refused socket. */
export const closeCodeOf = (refusal: ErrorCode): number =>
  ERROR_STATUS[refusal] === 401 ? SOCKET_CLOSE.unauthorised : SOCKET_CLOSE.forbidden
