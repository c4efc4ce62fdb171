import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import { failure } from '../../engine/reply.ts'
import { isLoopback } from '../loopback.ts'

/** Calls a minute: a player who polls every few seconds in several tabs stays far below. */
const PER_ADDRESS = 1200
const PER_PLAYER = 600
const MINUTE_MS = 60_000

/** The id of the player whose token an Authorization header brings; null when it brings none that holds. */
export type PlayerOf = (authorization: string) => string | null

/**
 * Limits of calls per address and per player (api.md, Error codes). Loopback is exempt unless it is asked for, so that
 * bots and tests on this machine run at full speed.
 */
export function limits(limitLoopback: boolean, playerOf: PlayerOf): RequestHandler {
  const address = limit(
    PER_ADDRESS,
    () => false,
    // Who has hung up already has no address any more.
    ({ ip }) => (ip === undefined ? 'gone' : ipKeyGenerator(ip)),
  )
  const player = limit(
    PER_PLAYER,
    (request) => request.headers.authorization === undefined,
    // By the token's player, since each may have many tokens; what is no token of ours counts for itself.
    ({ headers: { authorization = '' } }) => playerOf(authorization) ?? authorization,
  )
  return (request, response, next) => {
    if (!limitLoopback && isLoopback(request)) return next()
    address(request, response, (problem) => (problem ? next(problem) : player(request, response, next)))
  }
}

function limit(
  perMinute: number,
  skip: (request: Request) => boolean,
  keyGenerator: (request: Request) => string,
): RequestHandler {
  const { status, body } = failure('RATE_LIMITED', 'Too many calls. Please wait a moment.')
  return rateLimit({
    windowMs: MINUTE_MS,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip,
    keyGenerator,
    // What proxies tell is not believed, and need not be complained about.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    // The library writes Retry-After before it asks for the answer.
    handler: (_, response) => response.status(status).json(body),
  })
}
