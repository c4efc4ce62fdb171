import { TOKEN } from '../../contract/constants.ts'
import type { Auth } from '../../contract/table/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/table/endpoints.ts'
import { HEADER } from '../../contract/table/headers.ts'
import { type Suspension, suspensionAt, type User } from '../../rules/players/user.ts'
import { allow, type Decision, refuse } from '../../rules/refusal.ts'
import type { Call } from '../call.ts'
import type { Context } from '../context.ts'
import type { Settings } from '../ports.ts'
import { equalInConstantTime } from './tokens.ts'

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

/** The token of a call: a query parameter for sockets, otherwise in the Authorization header. */
export function tokenOf(auth: Auth, { headers, query }: Call): string | undefined {
  if (auth === 'query-token') return query.token
  return bearerToken(headers[HEADER.authorization])
}

/** The token in an Authorization header. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S.*)$/i)?.[1]

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
const ALWAYS_ALLOWED: ReadonlySet<EndpointName> = new Set([
  'renewToken',
  'unregisterToken',
  'deleteAccount',
  'acknowledgeWarning',
])

/** Refuses changes by a suspended player. */
export function refusalOfSuspended(
  name: EndpointName,
  player: User,
  { now, settings }: Pick<Context, 'now' | 'settings'>,
): Decision<true> {
  const suspension = suspensionAt(player, now)
  if (!suspension || endpoints[name].method === 'GET' || ALWAYS_ALLOWED.has(name)) return allow(true)
  return refuse('FORBIDDEN', suspensionMessage(suspension, settings))
}

/** What players may do under maintenance besides reading: it stores nothing, or looks after itself. */
const STILL_ALLOWED: ReadonlySet<EndpointName> = new Set(['signInDevice', 'renewToken', 'pingActivity'])

/** Refuses changes by players while the operator maintains the server. */
export function refusalInMaintenance(
  name: EndpointName,
  { maintenance }: Pick<Context, 'maintenance'>,
): Decision<true> {
  const { auth, method } = endpoints[name]
  if (maintenance === null || method === 'GET' || auth.startsWith('admin') || STILL_ALLOWED.has(name))
    return allow(true)
  return underMaintenance(maintenance)
}

/** How soon a client may try again. */
const RETRY_AFTER_SECONDS = 60

export const underMaintenance = (message: string): Decision<never> => ({
  ok: false,
  refusal: { code: 'UNAVAILABLE', message, retryAfterSeconds: RETRY_AFTER_SECONDS },
})

export function suspensionMessage({ until }: Suspension, { timeZone }: Pick<Settings, 'timeZone'>): string {
  if (until === null) return 'Your account is closed'
  const day = new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
  return `Your account is suspended until ${day}`
}

/** Whether a call with these headers has admin rights. */
export function isAdmin(headers: Call['headers'], { adminKey, everyoneIsAdmin = false }: Settings): boolean {
  if (adminKey === null) return everyoneIsAdmin
  return equalInConstantTime(adminKey, headers[HEADER.adminKey] ?? '')
}
