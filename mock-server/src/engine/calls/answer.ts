import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { TOKEN } from '../../core/contract/constants.ts'
import { type Auth, type Endpoint, neededKey } from '../../core/contract/table/endpoint.ts'
import { type EndpointName, endpoints } from '../../core/contract/table/endpoints.ts'
import { HEADER } from '../../core/contract/table/headers.ts'
import { suspensionAt, suspensionMessage, type User } from '../../core/rules/players/user.ts'
import { allow, type Ruling, refuse, underMaintenance } from '../../core/rules/refusal.ts'
import type { Context, OuterContext, PlayerContext, VisitorContext } from '../context.ts'
import type { Call, Reply } from './call.ts'
import { isNestedTooDeeply, MAX_NESTING } from './nesting.ts'
import { refused } from './reply.ts'
import { keyRefusal, tokenOf } from './tokens.ts'

// zod/mini comes without error messages.
z.config(en())

/** An operation. The types relate rows, contexts and inputs; for an arbitrary row, the compiler cannot check that. */
export type AnyOperation = (
  context: Context | VisitorContext | PlayerContext,
  input: Input,
) => Promise<Ruling<unknown>>

export type AnyOuterOperation = (context: OuterContext, input: Input) => Promise<Ruling<unknown>>

/** Authenticates and parses a call, and runs its operation, in the transaction of the context. A refusal becomes an error reply. */
export async function answer(call: Call, context: Context, operation: AnyOperation): Promise<Reply> {
  const endpoint = endpoints[call.name]
  const caller = await authenticate(endpoint.auth, call, context)
  if (!caller.ok) return refused(caller.refusal)
  const { player, device, headers } = caller.value
  const may = mayCall(call.name, player, context)
  if (!may.ok) return refused(may.refusal, headers)
  const input = parseInput(endpoint, call)
  if (!input.ok) return refused(input.refusal, headers)
  const called = player || endpoint.auth === 'optional' ? { ...context, player, device } : context
  const ruling = await operation(called, input.value)
  if (!ruling.ok) return refused(ruling.refusal, headers)
  return { status: 200, headers: { ...headers, ...caching(endpoint, player) }, body: ruling.value }
}

/** Only what everyone may read may be cached; doors forbid it for everything else. */
function caching({ auth, method }: Endpoint, player: User | null): Reply['headers'] {
  if (method !== 'GET' || player) return {}
  if (auth === 'none') return { 'cache-control': 'no-cache' }
  return auth === 'optional' ? { 'cache-control': 'no-cache', vary: 'Authorization' } : {}
}

/** Authenticates a call in a transaction of its own, parses it, and runs its operation outside of transactions. */
export async function answerOutside(
  call: Call,
  context: OuterContext,
  operation: AnyOuterOperation,
): Promise<Reply> {
  const endpoint = endpoints[call.name]
  const caller = await context.transaction((inner) => authenticate(endpoint.auth, call, inner))
  if (!caller.ok) return refused(caller.refusal)
  const input = parseInput(endpoint, call)
  if (!input.ok) return refused(input.refusal)
  const ruling = await operation(context, input.value)
  return ruling.ok ? { status: 200, headers: {}, body: ruling.value } : refused(ruling.refusal)
}

/** The authenticated caller. `player` is set if the row requires one; `headers` report on their token. */
type Caller = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly player: User; readonly device: string }
  | { readonly player: null; readonly device: null }
)

const anonymous: Caller = { player: null, device: null, headers: {} }

/** Checks the row's `auth` (API.md, Error codes, Players and tokens, Admin). */
export async function authenticate(auth: Auth, call: Call, context: Context): Promise<Ruling<Caller>> {
  const needed = neededKey(auth)
  const refusal = needed && keyRefusal(needed, call.headers, context.settings)
  if (refusal !== null) return refuse('FORBIDDEN', refusal)
  if (auth === 'none' || auth === 'moderator' || auth === 'admin') return allow(anonymous)
  const caller = await authenticatePlayer(tokenOf(auth, call), context)
  return auth === 'optional' && !caller.ok ? allow(anonymous) : caller
}

async function authenticatePlayer(
  token: string | undefined,
  { tx, now, tokens }: Context,
): Promise<Ruling<Caller>> {
  if (!token) return refuse('AUTH_REQUIRED', 'Authentication required')
  const claims = tokens.read(token, now)
  const player = claims && (await tx.get('users', claims.userId))
  if (!player || player.deletedAt !== undefined) return refuse('AUTH_INVALID', 'Authentication failed')
  const { daysLeft, device } = claims
  if (player.signedOut?.some(({ id }) => id === device))
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
): Ruling<true> {
  const { auth, method, refusesSuspended } = endpoints[name]
  if (method === 'GET') return allow(true)
  const suspension = player && suspensionAt(player, now)
  if (suspension && refusesSuspended) return refuse('FORBIDDEN', suspensionMessage(suspension, settings))
  const isClosed = maintenance !== null && neededKey(auth) === null && !UNDER_MAINTENANCE_MAY.has(name)
  return isClosed ? underMaintenance(maintenance) : allow(true)
}

interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Parses the parts of a call with the row's schemas. Refused with a sentence about the first problem. */
export function parseInput({ params, query, body, kind }: Endpoint, call: Call): Ruling<Input> {
  // Checked while it is read.
  if (kind === 'lines') return allow({ params: {}, query: {}, body: call.body })
  if (isNestedTooDeeply(call.body))
    return refuse('VALIDATION_FAILED', `The body is nested too deeply: use at most ${MAX_NESTING} levels`)
  const parsed: Record<string, unknown> = {}
  for (const [part, schema, value] of [
    ['params', params, call.params],
    ['query', query, call.query],
    ['body', body, call.body],
  ] as const) {
    const result = schema?.safeParse(value, { error: missing })
    if (result?.error) return refuse('VALIDATION_FAILED', sentence(part, result.error))
    parsed[part] = result?.data
  }
  return allow(parsed as unknown as Input)
}

const MISSING = 'missing'

/** Replaces zod's own messages about a field that is absent. */
const missing = ({ input }: { readonly input?: unknown }) => (input === undefined ? MISSING : undefined)

/** How zod's own messages start. They do not name the field. */
const ZODS_OWN = /^(Invalid|Too (big|small)|Unrecognized|Expected)\b/

/** Our own messages are complete sentences. zod's are prefixed with the field. */
function sentence(part: string, error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (!issue) return `The ${part} is not valid`
  const place = issue.path.length > 0 ? issue.path.join('.') : part
  if (issue.message === MISSING) return `${place} is missing`
  return /^[A-Z].*[^:]$/.test(issue.message) && !ZODS_OWN.test(issue.message)
    ? issue.message
    : `${place}: ${issue.message}`
}
