import { type Endpoint, neededKey } from '@inkling/mock-server/contract/table/endpoint'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ERROR_STATUS, type ErrorCode } from '@inkling/mock-server/contract/table/error-codes'

/** Error codes that any call may return. */
const ANYWHERE: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
]

/** How a reply violates the documented API; null if it does not. */
export function violationOf(name: EndpointName, status: number, body: unknown): string | null {
  const endpoint: Endpoint = endpoints[name]
  if (status === 200) {
    const result = endpoint.reply.safeParse(body)
    if (result.success) return null
    const [issue] = result.error.issues
    return `its reply is not as documented: ${issue?.path.join('.') || 'the body'}: ${issue?.message}`
  }
  if (status < 400) return `a successful response must have status 200, not ${status}`
  const error = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') {
    return 'an error response must be { "error": { "code", "message" } }'
  }
  const code = error.code as ErrorCode
  if (ERROR_STATUS[code] === undefined) return `${code} is not an error code of the API`
  if (ERROR_STATUS[code] !== status) return `${code} must have status ${ERROR_STATUS[code]}, not ${status}`
  if (refusalsOf(endpoint).includes(code)) return null
  return `${endpoint.method} ${endpoint.path} must not be refused with ${code}`
}

/** The codes with which a call may be refused. */
export function refusalsOf({ auth, errors }: Endpoint): readonly ErrorCode[] {
  const ofPlayers: ErrorCode[] =
    auth === 'none' || auth === 'moderator' || auth === 'admin' ? [] : ['AUTH_REQUIRED', 'AUTH_INVALID']
  return [...ANYWHERE, ...ofPlayers, ...(neededKey(auth) !== null ? (['FORBIDDEN'] as const) : []), ...errors]
}
