import { TOKEN } from '../../contract/constants.ts'
import type { Auth } from '../../contract/endpoint.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { HEADER } from '../../contract/headers.ts'
import { allow, type Decision, refuse } from '../../rules/refusal.ts'
import type { User } from '../../rules/user.ts'
import type { Call } from '../call.ts'
import type { Context } from '../context.ts'
import type { Settings } from '../ports.ts'
import { sameText } from './tokens.ts'

/** The caller: a player if the row requires one, and what to report about the token. */
export interface Caller {
  readonly player: User | null
  readonly headers: Readonly<Record<string, string>>
}

const nobody: Caller = { player: null, headers: {} }

/** Checks the row's `auth` (api.md, Error codes, Who is who, Admin). */
export async function authenticate(auth: Auth, call: Call, context: Context): Promise<Decision<Caller>> {
  if ((auth === 'admin' || auth === 'admin-and-player') && !isAdmin(call.headers, context.settings)) {
    return refuse('FORBIDDEN', 'This needs an admin key in X-Admin-Key')
  }
  if (auth === 'none' || auth === 'admin') return allow(nobody)
  return authenticatePlayer(tokenOf(auth, call), context, PLAYS.has(call.name))
}

/** Calls that begin with the player's game of today. They write games only, so the player may change meanwhile. */
const PLAYS: ReadonlySet<EndpointName> = new Set([
  'getToday',
  'jumpIn',
  'skipTurn',
  'startTurn',
  'submitGuess',
  'submitTurn',
])

/** The token that a call brings, from where its row has it. */
export function tokenOf(auth: Auth, { headers, query }: Call): string | undefined {
  if (auth === 'query-token') return query.token
  return bearerToken(headers[HEADER.authorization])
}

/** The token in an Authorization header. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S.*)$/i)?.[1]

async function authenticatePlayer(
  token: string | undefined,
  context: Context,
  plays: boolean,
): Promise<Decision<Caller>> {
  const { tx, now, day, tokens } = context
  if (!token) return refuse('AUTH_REQUIRED', 'Authentication required')
  const claims = tokens.read(token, now)
  const player = claims && (await (plays ? tx.player(claims.userId, day) : tx.get('users', claims.userId)))
  if (!player) return refuse('AUTH_INVALID', 'Authentication failed')
  const { daysRemaining } = claims
  return allow({
    player,
    headers: {
      [HEADER.tokenDaysRemaining]: String(daysRemaining),
      ...(daysRemaining < TOKEN.suggestRenewalUnderDays && { [HEADER.tokenRenewalSuggested]: 'true' }),
      ...(daysRemaining < TOKEN.renewUnderDays && { [HEADER.tokenRenewed]: tokens.issue(player.id, now) }),
    },
  })
}

/** Whether a call with these headers has admin rights. */
export function isAdmin(headers: Call['headers'], { adminKey, everyoneIsAdmin = false }: Settings): boolean {
  if (adminKey === null) return everyoneIsAdmin
  return sameText(adminKey, headers[HEADER.adminKey] ?? '')
}
