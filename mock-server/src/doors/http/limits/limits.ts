import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit'
import type { EndpointName } from '../../../contract/table/endpoints.ts'
import { failure } from '../../../engine/calls/reply.ts'
import { isLoopback } from './loopback.ts'
import { type SharedLimits, sharedStore, steppedStore } from './shared-limits.ts'

const MINUTE_MS = 60_000

/** Calls per window. An address may be a school: 200 players, each with 46 polls and pings a minute. */
export const BUDGETS = {
  player: { calls: 600, minutes: 1 },
  players: { calls: 12_000, minutes: 1 },
  /** Calls without a valid token. Separate, so that guessing tokens does not use up the budget of players. */
  strangers: { calls: 3000, minutes: 1 },
  /** Pages, assets and avatars. */
  files: { calls: 12_000, minutes: 1 },
  newAccounts: { calls: 400, minutes: 60 },
  wrongAdminKeys: { calls: 20, minutes: 10 },
  /** Codes that belong to no group. With these limits, guessing a code takes years. */
  wrongCodesOfPlayer: { calls: 20, minutes: 10 },
  wrongCodesOfAddress: { calls: 300, minutes: 10 },
  wrongMoveCodes: { calls: 10, minutes: 10 },
  pushTokens: { calls: 20, minutes: 10 },
}

type Budget = keyof typeof BUDGETS

/**
 * A player's budget holds at each process: dividing it would refuse players whose connection leads to one process, and
 * a token cannot do much harm. The budgets of an address for all its calls are counted together in steps of a 500th, so
 * that 64 processes allow at most an eighth more than one. The others are small, so every call is counted together.
 */
const SHARING: Partial<Record<Budget, 'none' | 'steps'>> = {
  player: 'none',
  players: 'steps',
  strangers: 'steps',
  files: 'steps',
}
const STEPS = 500

export interface LimitOptions {
  /** Whether the limits apply to calls from this machine too. */
  readonly limitLoopback: boolean
  /** The id of the player whose token an Authorization header contains; null if it contains no valid one. */
  readonly playerOf: (authorization: string) => string | null
  /** Whether a call has the admin key or the moderator key. */
  readonly hasKey: (headers: Request['headers']) => boolean
  /** Null for a single process. */
  readonly shared?: SharedLimits | null
  /** Called when the processes could not count a call together. */
  readonly onProblem?: (problem: unknown) => void
  readonly budgets?: Partial<typeof BUDGETS>
}

export interface Limits {
  /** For every call. */
  readonly calls: RequestHandler
  /** For everything else that is served. */
  readonly files: RequestHandler
  /** Additional limits of single endpoints. */
  readonly ofEndpoint: { readonly [K in EndpointName]?: RequestHandler }
  /** For pages and pictures that show the group of a code: sets `mayTryCode` instead of refusing. */
  readonly codesOfPages: RequestHandler
  /** For every admin endpoint. */
  readonly adminKeys: RequestHandler
}

/**
 * Rate limits per address and per player (API.md, Error codes). A call that one budget refuses does not count for the
 * budgets after it. Loopback is exempt unless `limitLoopback` is set, so that local bots and tests run at full speed.
 */
export function createLimits({
  limitLoopback,
  playerOf,
  hasKey,
  shared = null,
  onProblem = () => {},
  budgets = {},
}: LimitOptions): Limits {
  /** Verified tokens, as several budgets of a call ask for its player. */
  const players = new WeakMap<Request, string | null>()
  const player = (request: Request): string | null => {
    const { authorization } = request.headers
    const known = players.get(request)
    if (known !== undefined) return known
    const found = authorization === undefined ? null : playerOf(authorization)
    players.set(request, found)
    return found
  }
  // A disconnected client has no address.
  const address = ({ ip }: Request): string => (ip === undefined ? 'gone' : ipKeyGenerator(ip))
  const playerOrAddress = (request: Request) => player(request) ?? address(request)

  const limit = (
    budget: Budget,
    key: (request: Request) => string,
    { counts, skip = () => false, onExceeded }: Counting = {},
  ): RequestHandler => {
    const { calls, minutes } = { ...BUDGETS, ...budgets }[budget]
    const windowMs = minutes * MINUTE_MS
    const store = shared && storeOf(budget, { calls, windowMs }, shared.callCounts, onProblem)
    return rateLimit({
      windowMs,
      limit: calls,
      ...(store && { store }),
      logger: { error: onProblem, warn: onProblem },
      standardHeaders: 'draft-8',
      identifier: budget,
      legacyHeaders: false,
      keyGenerator: key,
      skip,
      // The library counts every call first, and subtracts a successful one when it is answered.
      ...(counts && {
        skipSuccessfulRequests: true,
        requestWasSuccessful: (_: Request, response: Response) => !counts(response),
      }),
      // TRUST_PROXY already decides which proxies Express trusts.
      validate: { xForwardedForHeader: false, forwardedHeader: false, trustProxy: false },
      // The library sets Retry-After before it calls this.
      handler: (_, response, next) =>
        onExceeded ? onExceeded(response, next) : response.status(REFUSED.status).json(REFUSED.body),
    })
  }
  const wrongCode: Counting = { counts: ({ statusCode }) => statusCode === 404 }
  const codes = Router().use(
    limit('wrongCodesOfPlayer', playerOrAddress, wrongCode),
    limit('wrongCodesOfAddress', address, wrongCode),
  )
  const moveCodes = limit('wrongMoveCodes', address, wrongCode)
  const ofPlayers = Router().use(limit('player', playerOrAddress), limit('players', address))
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
    codesOfPages: unlessExempt(
      limit('wrongCodesOfAddress', address, {
        counts: ({ locals }) => locals.isWrongCode === true,
        onExceeded: ({ locals }, next) => {
          locals.mayTryCode = false
          next()
        },
      }),
    ),
    adminKeys: unlessExempt(limit('wrongAdminKeys', address, { skip: ({ headers }) => hasKey(headers) })),
    ofEndpoint: {
      joinGroup: unlessExempt(codes),
      lookupGroup: unlessExempt(codes),
      getInvitation: unlessExempt(codes),
      previewMove: unlessExempt(moveCodes),
      moveHere: unlessExempt(moveCodes),
      registerToken: unlessExempt(limit('pushTokens', playerOrAddress)),
      signInDevice: unlessExempt(
        limit('newAccounts', address, {
          counts: ({ locals }) => locals.isNewAccount === true,
          // Players who have an account may still sign in. The engine knows who has one.
          onExceeded: ({ locals }, next) => {
            locals.mayCreateAccount = false
            next()
          },
        }),
      ),
    },
  }
}

/** @returns null for a budget that each process counts alone. */
function storeOf(
  budget: Budget,
  { calls, windowMs }: { readonly calls: number; readonly windowMs: number },
  counts: SharedLimits['callCounts'],
  onProblem: (problem: unknown) => void,
): Store | null {
  const sharing = SHARING[budget] ?? 'every call'
  if (sharing === 'none') return null
  if (sharing === 'every call') return sharedStore(counts, budget, windowMs, onProblem)
  return steppedStore(counts, budget, { windowMs, step: Math.ceil(calls / STEPS) }, onProblem)
}

interface Counting {
  /** Whether a call counts, judged by its response. By default every call counts. */
  readonly counts?: (response: Response) => boolean
  readonly skip?: (request: Request) => boolean
  /** By default, a call is refused. */
  readonly onExceeded?: (response: Response, next: NextFunction) => void
}

const REFUSED = failure('RATE_LIMITED', 'Too many calls. Please wait a moment.')
