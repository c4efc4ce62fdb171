import { TOKEN } from '../../contract/constants.ts'
import type { Auth } from '../../contract/table/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/table/endpoints.ts'
import { HEADER } from '../../contract/table/headers.ts'
import { suspensionAt, suspensionMessage, type User } from '../../rules/players/user.ts'
import { allow, type Decision, refuse, underMaintenance } from '../../rules/refusal.ts'
import type { Context, PlayerContext } from '../context.ts'
import type { Call, Reply } from './call.ts'
import { type Input, parseInput } from './parse.ts'
import { refused } from './reply.ts'
import { isAdmin, tokenOf } from './tokens.ts'

/** An operation. The types relate rows, contexts and inputs; for an arbitrary row, the compiler cannot check that. */
export type AnyOperation = (context: Context | PlayerContext, input: Input) => Promise<Decision<unknown>>

/** Authenticates and parses a call, and runs its operation in one transaction. A refusal becomes an error reply. */
export async function answer(call: Call, context: Context, operation: AnyOperation): Promise<Reply> {
  const endpoint = endpoints[call.name]
  const caller = await authenticate(endpoint.auth, call, context)
  if (!caller.ok) return refused(caller.refusal)
  const { player, device, headers } = caller.value
  const may = mayCall(call.name, player, context)
  if (!may.ok) return refused(may.refusal, headers)
  const input = parseInput(endpoint, call)
  if (!input.ok) return refused(input.refusal, headers)
  const decision = await operation(player ? { ...context, player, device } : context, input.value)
  if (!decision.ok) return refused(decision.refusal, headers)
  // Private content must not be cached.
  const isPublic = endpoint.auth === 'none' && endpoint.method === 'GET'
  return {
    status: 200,
    headers: isPublic ? { ...headers, 'cache-control': 'no-cache' } : headers,
    body: decision.value,
  }
}

/** The authenticated caller. `player` is set if the row requires one; `headers` report on their token. */
export interface Caller {
  readonly player: User | null
  /** The id of the device that signed in, if the token says it. */
  readonly device: string | null
  readonly headers: Readonly<Record<string, string>>
}

const anonymous: Caller = { player: null, device: null, headers: {} }

/** Checks the row's `auth` (API.md, Error codes, Players and tokens, Admin). */
export async function authenticate(auth: Auth, call: Call, context: Context): Promise<Decision<Caller>> {
  if ((auth === 'admin' || auth === 'admin-and-player') && !isAdmin(call.headers, context.settings)) {
    return refuse('FORBIDDEN', 'The admin key in X-Admin-Key is missing or wrong')
  }
  if (auth === 'none' || auth === 'admin') return allow(anonymous)
  return authenticatePlayer(tokenOf(auth, call), context)
}

async function authenticatePlayer(
  token: string | undefined,
  { tx, now, tokens }: Context,
): Promise<Decision<Caller>> {
  if (!token) return refuse('AUTH_REQUIRED', 'Authentication required')
  const claims = tokens.read(token, now)
  const player = claims && (await tx.get('users', claims.userId))
  if (!player || player.deletedAt !== undefined) return refuse('AUTH_INVALID', 'Authentication failed')
  const { daysLeft, device } = claims
  if (device !== null && player.signedOut?.includes(device))
    return refuse('AUTH_INVALID', 'This device was signed out')
  return allow({
    player,
    device,
    headers: {
      [HEADER.tokenDaysRemaining]: String(Math.ceil(daysLeft)),
      ...(daysLeft < TOKEN.suggestRenewalUnderDays && { [HEADER.tokenRenewalSuggested]: 'true' }),
      ...(daysLeft < TOKEN.renewUnderDays && { [HEADER.tokenRenewed]: tokens.issue(player.id, device, now) }),
    },
  })
}

/** What suspended players may still do besides reading: these change nothing that others see, or are their right. */
const SUSPENDED_MAY: ReadonlySet<EndpointName> = new Set([
  'renewToken',
  'unregisterToken',
  'deleteAccount',
  'acknowledgeWarning',
])

/** What players may do under maintenance besides reading: it stores nothing, or looks after itself. */
const UNDER_MAINTENANCE_MAY: ReadonlySet<EndpointName> = new Set([
  'signInDevice',
  'renewToken',
  'pingActivity',
])

/** Refuses changes by a suspended player, and by all players while the operator maintains the server. */
function mayCall(
  name: EndpointName,
  player: User | null,
  { now, settings, maintenance }: Context,
): Decision<true> {
  const { auth, method } = endpoints[name]
  if (method === 'GET') return allow(true)
  const suspension = player && suspensionAt(player, now)
  if (suspension && !SUSPENDED_MAY.has(name))
    return refuse('FORBIDDEN', suspensionMessage(suspension, settings))
  const isClosed = maintenance !== null && !auth.startsWith('admin') && !UNDER_MAINTENANCE_MAY.has(name)
  return isClosed ? underMaintenance(maintenance) : allow(true)
}
