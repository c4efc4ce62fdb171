import { toBase64url } from '../../core/contract/base64.ts'
import { DAY_MS, TOKEN } from '../../core/contract/constants.ts'
import type { Auth, KeyName } from '../../core/contract/table/endpoint.ts'
import { HEADER } from '../../core/contract/table/headers.ts'
import type { Codecs } from '../../core/picture/codecs.ts'
import { type Instant, msOf } from '../../core/rules/time/instant.ts'
import type { Settings } from '../ports.ts'
import type { Call } from './call.ts'

const JWT_HEADER = partOf({ alg: 'HS256', typ: 'JWT' })

/** Times in seconds since 1970. */
interface Payload {
  readonly sub: string
  /** The id of the device. */
  readonly dev: string
  readonly exp: number
}

/** The content of a valid token. */
export interface Claims {
  readonly userId: string
  /** The id of the device that signed in. */
  readonly device: string
  /** Days until it expires. */
  readonly daysLeft: number
}

/** Bearer tokens: JWT HS256, 30 days, subject = user id, time from the server's clock (API.md, Players and tokens). */
export class Tokens {
  readonly #codecs: Codecs
  #secrets: readonly string[]

  /** @param secrets newest first. The newest signs tokens; those signed with an older one stay valid. */
  constructor(codecs: Codecs, secrets: readonly string[]) {
    this.#codecs = codecs
    this.#secrets = secrets
  }

  /** Replaces the secrets, newest first. Tokens signed with a removed secret become invalid. */
  useSecrets(secrets: readonly string[]): void {
    this.#secrets = secrets
  }

  issue(userId: string, device: string, now: Instant): string {
    const iat = Math.floor(msOf(now) / 1000)
    const exp = iat + (TOKEN.lifeDays * DAY_MS) / 1000
    const signed = `${JWT_HEADER}.${partOf({ sub: userId, dev: device, iat, exp })}`
    return `${signed}.${this.#signature(this.#secrets[0] ?? '', signed)}`
  }

  /** Null if the token is malformed, wrongly signed or expired. */
  read(token: string, now: Instant): Claims | null {
    const payload = this.#verify(token)
    if (!payload?.dev) return null
    const leftMs = payload.exp * 1000 - msOf(now)
    return leftMs > 0 ? { userId: payload.sub, device: payload.dev, daysLeft: leftMs / DAY_MS } : null
  }

  #verify(token: string): Payload | null {
    const cut = token.lastIndexOf('.')
    const signed = token.slice(0, cut)
    const [header, encoded, ...more] = signed.split('.')
    // Only our own header is accepted, so that a token cannot choose the algorithm.
    if (header !== JWT_HEADER || encoded === undefined || more.length > 0) return null
    const signature = token.slice(cut + 1)
    if (!this.#secrets.some((secret) => equalInConstantTime(this.#signature(secret, signed), signature)))
      return null
    return JSON.parse(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')))
  }

  #signature(secret: string, signed: string): string {
    return this.#codecs.hmac(secret, signed)
  }
}

/** Compares two texts of equal length in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1))
  return difference === 0
}

function partOf(content: object): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(content)))
}

/** The token of a call: a query parameter for sockets, otherwise in the Authorization header. */
export function tokenOf(auth: Auth, { headers, query }: Call): string | undefined {
  if (auth === 'query-token') return query.token
  return bearerToken(headers[HEADER.authorization])
}

/** The token in an Authorization header. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S.*)$/i)?.[1]

/** The key in the headers of a call; null for none or a wrong one. */
export function keyIn(
  headers: Call['headers'],
  { adminKey, moderatorKey = null, everyoneIsAdmin = false }: Settings,
): KeyName | null {
  if (adminKey === null && everyoneIsAdmin) return 'admin'
  const isKey = (key: string | null) =>
    key !== null && equalInConstantTime(key, headers[HEADER.adminKey] ?? '')
  return isKey(adminKey) ? 'admin' : isKey(moderatorKey) ? 'moderator' : null
}

const MAX_ADMIN_NAME = 64

/** Who uses the key, as they say themselves; null for nobody. A name that is not percent-encoded text is none. */
export function adminNameIn(headers: Call['headers']): string | null {
  try {
    const name = decodeURIComponent(headers[HEADER.adminName] ?? '')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
    return [...name].slice(0, MAX_ADMIN_NAME).join('') || null
  } catch {
    return null
  }
}

/** Why a call with these headers may not be made; null if it may. */
export function keyRefusal(needed: KeyName, headers: Call['headers'], settings: Settings): string | null {
  const given = keyIn(headers, settings)
  if (given === 'admin' || given === needed) return null
  if (given === 'moderator')
    return 'This needs the admin key: the moderator key in X-Admin-Key is for moderation, look-ups and announcements'
  const accepted = needed === 'moderator' && settings.moderatorKey ? 'admin or moderator key' : 'admin key'
  return `The ${accepted} in X-Admin-Key is missing or wrong`
}
