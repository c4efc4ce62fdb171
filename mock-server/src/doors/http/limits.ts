import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type { EndpointName } from '../../contract/endpoints.ts'
import { failure } from '../../engine/reply.ts'
import { composeMiddleware } from './compose-middleware.ts'
import { isLoopback } from './loopback.ts'
import { type SharedLimits, sharedStore } from './shared-limits.ts'

const MINUTE_MS = 60_000

/** Calls per time. An address may be a school: 200 players, each with 46 polls and pings a minute (spec section 9). */
export const BUDGETS = {
  player: { calls: 600, minutes: 1 },
  players: { calls: 12_000, minutes: 1 },
  /** Calls without a token that holds: those of one who guesses tokens cost players nothing. */
  strangers: { calls: 3000, minutes: 1 },
  /** Pages, assets and avatars. */
  files: { calls: 12_000, minutes: 1 },
  newAccounts: { calls: 400, minutes: 60 },
  wrongAdminKeys: { calls: 20, minutes: 10 },
  /** Codes that lead to no group: guessing one takes years. */
  wrongCodesOfPlayer: { calls: 20, minutes: 10 },
  wrongCodesOfAddress: { calls: 300, minutes: 10 },
  pushTokens: { calls: 20, minutes: 10 },
}

type Budget = keyof typeof BUDGETS

/**
 * Budgets of every call. Each of several processes has its share of them: to count every call in a database would cost
 * more than many calls. The other budgets are too small for shares, and counted together.
 */
const DIVIDED: ReadonlySet<Budget> = new Set(['player', 'players', 'strangers', 'files'])

export interface LimitOptions {
  /** Whether calls from this machine are limited too. */
  readonly limitLoopback: boolean
  /** The id of the player whose token an Authorization header brings; null when it brings none that holds. */
  readonly playerOf: (authorization: string) => string | null
  /** Whether a call brings the admin key. */
  readonly isAdmin: (headers: Request['headers']) => boolean
  /** Null when a process is alone. */
  readonly shared?: SharedLimits | null
  /** Told when calls could not be counted; they are let through. */
  readonly onProblem?: (problem: unknown) => void
  readonly budgets?: Partial<typeof BUDGETS>
}

export interface Limits {
  /** Of every call. */
  readonly calls: RequestHandler
  /** Of everything else that is served. */
  readonly files: RequestHandler
  /** Further limits of one row. */
  readonly ofRow: { readonly [K in EndpointName]?: RequestHandler }
  /** Limits of every row for admins. */
  readonly adminKeys: RequestHandler
}

/**
 * Limits of calls per address and per player (api.md, Error codes). A call that one budget refuses counts on none of
 * those after it. Loopback is exempt unless asked for, so that bots and tests on this machine run at full speed.
 */
export function createLimits({
  limitLoopback,
  playerOf,
  isAdmin,
  shared = null,
  onProblem = () => {},
  budgets = {},
}: LimitOptions): Limits {
  const player = ({ headers: { authorization } }: Request): string | null =>
    authorization === undefined ? null : playerOf(authorization)
  // A disconnected client has no address.
  const address = ({ ip }: Request): string => (ip === undefined ? 'gone' : ipKeyGenerator(ip))
  const playerOrAddress = (request: Request) => player(request) ?? address(request)

  const limit = (
    budget: Budget,
    key: (request: Request) => string,
    { counts, skip = () => false }: Counting = {},
  ): RequestHandler => {
    const { calls, minutes } = { ...BUDGETS, ...budgets }[budget]
    const windowMs = minutes * MINUTE_MS
    const isDivided = DIVIDED.has(budget)
    return rateLimit({
      windowMs,
      limit: () => (isDivided ? Math.ceil(calls / (shared?.count ?? 1)) : calls),
      ...(shared && !isDivided && { store: sharedStore(shared.callCounts, budget, windowMs) }),
      passOnStoreError: true,
      logger: { error: onProblem, warn: onProblem },
      standardHeaders: 'draft-8',
      identifier: budget,
      legacyHeaders: false,
      keyGenerator: key,
      skip,
      // What the library calls successful is taken off the budget again when it is answered.
      ...(counts && {
        skipSuccessfulRequests: true,
        requestWasSuccessful: (_: Request, response: Response) => !counts(response),
      }),
      // Express decides by TRUST_PROXY whether to believe a proxy; the rest need not be complained about.
      validate: { xForwardedForHeader: false, forwardedHeader: false, trustProxy: false },
      // The library writes Retry-After before it asks for the answer.
      handler: (_, response) => response.status(REFUSED.status).json(REFUSED.body),
    })
  }
  const wrongCode: Counting = { counts: ({ statusCode }) => statusCode === 404 }
  const codes = composeMiddleware(
    limit('wrongCodesOfPlayer', playerOrAddress, wrongCode),
    limit('wrongCodesOfAddress', address, wrongCode),
  )
  const ofPlayers = composeMiddleware(limit('player', playerOrAddress), limit('players', address))
  const ofStrangers = limit('strangers', address)
  const unlessExempt = (handler: RequestHandler): RequestHandler =>
    limitLoopback
      ? handler
      : (request, ...rest) => (isLoopback(request) ? rest[1]() : handler(request, ...rest))
  return {
    calls: unlessExempt((request, ...rest) =>
      player(request) === null ? ofStrangers(request, ...rest) : ofPlayers(request, ...rest),
    ),
    files: unlessExempt(limit('files', address)),
    adminKeys: unlessExempt(limit('wrongAdminKeys', address, { skip: ({ headers }) => isAdmin(headers) })),
    ofRow: {
      joinGroup: unlessExempt(codes),
      lookupGroup: unlessExempt(codes),
      registerToken: unlessExempt(limit('pushTokens', playerOrAddress)),
      signInDevice: unlessExempt(
        limit('newAccounts', address, { counts: ({ locals }) => locals.isNewAccount === true }),
      ),
    },
  }
}

interface Counting {
  /** Whether a call counts, by its answer; every call does where this is left out. */
  readonly counts?: (response: Response) => boolean
  readonly skip?: (request: Request) => boolean
}

const REFUSED = failure('RATE_LIMITED', 'Too many calls. Please wait a moment.')
