import { createHash } from 'node:crypto'
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type { EndpointName } from '../../../../core/contract/table/endpoints.ts'
import { failure } from '../../../../engine/calls/reply.ts'
import { budgetStore, type CallCounts, insured, ownCallCounts } from './call-counts.ts'
import { isLoopback } from './loopback.ts'

const MINUTE_MS = 60_000
const DAY = 24 * 60

interface Budget {
  /** Calls per window. */
  readonly calls: number
  readonly minutes: number
  /** How many cheap calls count as one; all calls count alike if absent. */
  readonly cheap?: number
  /** Whether each process counts alone, because a query per call would cost more than the call. */
  readonly isOfProcess?: boolean
}

/** An address may be a school: 200 players, each with 46 polls and pings a minute. */
export const BUDGETS = {
  player: { calls: 600, minutes: 1, isOfProcess: true },
  players: { calls: 12_000, minutes: 1, isOfProcess: true },
  /** Calls without a valid token. Separate, so that guessing tokens does not use up the budget of players. */
  strangers: { calls: 3000, minutes: 1, isOfProcess: true },
  /** Pages, assets and avatars. */
  files: { calls: 12_000, minutes: 1, isOfProcess: true },
  /** Public results and link previews. Those that are kept, or that the caller has, are cheap. */
  publicViews: { calls: 120, minutes: 1, cheap: 10, isOfProcess: true },
  /** A school starts at once, and a flood delays a newcomer by a minute. */
  newAccounts: { calls: 120, minutes: 1 },
  newAccountsOfDay: { calls: 2000, minutes: DAY },
  wrongAdminKeys: { calls: 20, minutes: 10 },
  /** Codes of no group and no player. With these limits, guessing one takes years. */
  wrongCodes: { calls: 10, minutes: 10 },
  wrongCodesOfAddress: { calls: 200, minutes: 10 },
  pushTokens: { calls: 20, minutes: 10 },
  exports: { calls: 6, minutes: DAY },
} satisfies Record<string, Budget>

type BudgetName = keyof typeof BUDGETS

export interface LimitOptions {
  /** Whether the limits apply to calls from this machine too. */
  readonly limitLoopback: boolean
  /** The id of the player whose token an Authorization header contains; null if it contains no valid one. */
  readonly playerOf: (authorization: string) => string | null
  /** Whether a call has the admin key or the moderator key. */
  readonly hasKey: (headers: Request['headers']) => boolean
  /** Counts that the processes share; null for a single process. */
  readonly shared?: CallCounts | null
  /** Called when the processes could not count a call together. */
  readonly onProblem?: (problem: unknown) => void
  readonly budgets?: Partial<Record<BudgetName, Budget>>
}

export interface Limits {
  /** For every call. */
  readonly calls: RequestHandler
  /** For everything else that is served. */
  readonly files: RequestHandler
  /** For the pages of public results and the pictures of links. `isCheap` in the locals of a response says that it was. */
  readonly publicViews: RequestHandler
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
  /** The device that a call names, or the player; null if it tells neither. */
  const deviceOrPlayer = (request: Request): string | null => {
    const { deviceId } = Object(request.body)
    // A device id is a secret.
    if (typeof deviceId === 'string') return createHash('sha256').update(deviceId).digest('base64url')
    return player(request)
  }
  const own = ownCallCounts()
  const together = shared ? insured(shared, own, onProblem) : own

  const limit = (
    name: BudgetName,
    key: (request: Request) => string | null,
    { counts, skip = () => false, onExceeded }: Counting = {},
  ): RequestHandler => {
    const { calls, minutes, cheap = 1, isOfProcess = false }: Budget = { ...BUDGETS, ...budgets }[name]
    const windowMs = minutes * MINUTE_MS
    const refund = cheap === 1 ? 1 : cheap - 1
    return rateLimit({
      windowMs,
      // A call counts as a whole one until its response shows that it was cheap.
      limit: calls * cheap + cheap - 1,
      store: budgetStore(isOfProcess ? own : together, { name, windowMs, weight: cheap, refund }),
      logger: { error: onProblem, warn: onProblem },
      standardHeaders: 'draft-8',
      identifier: name,
      legacyHeaders: false,
      keyGenerator: (request) => key(request) ?? address(request),
      skip: (request) => key(request) === null || skip(request),
      // The library counts every call first, and subtracts a successful one when it is answered.
      ...(counts && {
        skipSuccessfulRequests: true,
        requestWasSuccessful: (_: Request, response: Response) => !counts(response),
      }),
      // TRUST_PROXY already decides which proxies Express trusts. The check of shared stores keeps each store for ever.
      validate: {
        xForwardedForHeader: false,
        forwardedHeader: false,
        trustProxy: false,
        unsharedStore: false,
      },
      // The library sets Retry-After before it calls this.
      handler: (_, response, next) =>
        onExceeded ? onExceeded(response, next) : response.status(REFUSED.status).json(REFUSED.body),
    })
  }
  const wrongCode: Counting = { counts: ({ statusCode }) => statusCode === 404 }
  // By device or player first, so that one pupil does not lock a school out.
  const codes = Router().use(
    limit('wrongCodes', deviceOrPlayer, wrongCode),
    limit('wrongCodesOfAddress', address, wrongCode),
  )
  const newAccount: Counting = {
    counts: ({ locals }) => locals.isNewAccount === true,
    // Players who have an account may still sign in. The engine knows who has one.
    onExceeded: ({ locals }, next) => {
      locals.mayCreateAccount = false
      next()
    },
  }
  const uncached: Counting = { counts: ({ locals }) => locals.isCheap !== true }
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
    publicViews: unlessExempt(limit('publicViews', address, uncached)),
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
      previewMove: unlessExempt(codes),
      moveHere: unlessExempt(codes),
      registerToken: unlessExempt(limit('pushTokens', playerOrAddress)),
      signInDevice: unlessExempt(
        Router().use(
          limit('newAccounts', address, newAccount),
          limit('newAccountsOfDay', address, newAccount),
        ),
      ),
      getPublicResults: unlessExempt(limit('publicViews', playerOrAddress, uncached)),
      exportAccount: unlessExempt(
        Router().use(oneAtATime(playerOrAddress), limit('exports', playerOrAddress)),
      ),
    },
  }
}

/** Refuses a call while the response to another one with the same key is being sent. */
function oneAtATime(keyOf: (request: Request) => string): RequestHandler {
  const running = new Set<string>()
  return (request, response, next) => {
    const key = keyOf(request)
    if (running.has(key)) {
      response.setHeader('Retry-After', '10')
      return void response.status(REFUSED.status).json(REFUSED.body)
    }
    running.add(key)
    response.once('close', () => running.delete(key))
    next()
  }
}

interface Counting {
  /** Whether a call counts, or counts as a whole one, judged by its response. By default every call does. */
  readonly counts?: (response: Response) => boolean
  readonly skip?: (request: Request) => boolean
  /** By default, a call is refused. */
  readonly onExceeded?: (response: Response, next: NextFunction) => void
}

const REFUSED = failure('RATE_LIMITED', 'Too many calls. Please wait a moment.')
