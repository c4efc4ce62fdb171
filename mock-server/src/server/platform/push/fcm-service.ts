import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Delivery, Push, PushMessage } from '../../../engine/ports.ts'
import { Pauses, TIMEOUT_MS, trouble } from './response.ts'
import type { ServiceAccount } from './service-account.ts'

const FCM = 'https://fcm.googleapis.com'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** An access token is replaced before it expires. */
const SPARE_MS = 5 * 60 * 1000

const accessToken = z.object({ access_token: z.string(), expires_in: z.number() })

/** Errors of FCM that mean that the app was removed from the device. */
const unregistered = z.object({
  error: z.object({ details: z.optional(z.array(z.looseObject({ errorCode: z.optional(z.string()) }))) }),
})

/** Sends messages to the Android app, and through APNs to the iOS app, by Firebase Cloud Messaging (HTTP v1). */
export class FcmService implements Push {
  readonly #account: ServiceAccount
  readonly #url: string
  readonly #pauses: Pauses
  #access: Promise<{ readonly token: string; readonly until: number }> | null = null

  /** @param now the time in milliseconds, for pauses */
  constructor(account: ServiceAccount, { origin = FCM, now = Date.now } = {}) {
    this.#account = account
    this.#pauses = new Pauses(now)
    this.#url = `${origin}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`
  }

  async send(message: PushMessage): Promise<Delivery> {
    return this.#pauses.of(this.#url) ?? this.#pauses.note(this.#url, await this.#send(message))
  }

  async #send(message: PushMessage): Promise<Delivery> {
    const response = await this.#post(message).catch((error: unknown) => error)
    if (!(response instanceof Response)) return trouble(response)
    if (response.ok) {
      await response.body?.cancel()
      return { result: 'sent' }
    }
    const { data } = unregistered.safeParse(await response.json().catch(() => null))
    const isUnregistered = data?.error.details?.some(({ errorCode }) => errorCode === 'UNREGISTERED')
    if (isUnregistered) return { result: 'gone' }
    // A token that was revoked before its time.
    if (response.status === 401) this.#access = null
    return trouble(response)
  }

  async #post(message: PushMessage): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: messageOf(message) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  async #accessToken(): Promise<string> {
    this.#access ??= this.#fetchAccess()
    try {
      const { token, until } = await this.#access
      if (Date.now() < until) return token
    } catch (error) {
      this.#access = null
      throw error
    }
    this.#access = null
    return this.#accessToken()
  }

  async #fetchAccess(): Promise<{ token: string; until: number }> {
    const { client_email, private_key, token_uri } = this.#account
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(private_key, 'RS256'))
    const response = await fetch(token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${token_uri} has refused the service account with ${response.status}`)
    const { access_token, expires_in } = accessToken.parse(await response.json())
    return { token: access_token, until: Date.now() + Math.max(expires_in * 1000 - SPARE_MS, 0) }
  }
}

/** @see https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
function messageOf({ token, title, body, kind, path, lifeMs }: PushMessage): object {
  const seconds = Math.floor(lifeMs / 1000)
  return {
    token,
    notification: { title, body },
    data: { path, kind },
    android: { ttl: `${seconds}s`, collapse_key: kind, notification: { tag: kind } },
    apns: {
      headers: {
        'apns-expiration': String(Math.floor(Date.now() / 1000) + seconds),
        'apns-collapse-id': kind,
      },
      payload: { aps: { sound: 'default' } },
    },
  }
}
