import webPush from 'web-push'
import * as z from 'zod/mini'
import type { Delivery, Push, PushMessage } from '../../../engine/ports.ts'
import { keepNewest, MAX_SERVICES, Pauses, TIMEOUT_MS, trouble } from './response.ts'

export interface VapidKeys {
  /** Base64url. */
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The push services of browsers. Players register addresses as tokens, so that messages to any other host would let them
 * reach the network of the server.
 */
const SERVICES =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

/** A signature may be valid for 24 hours at most. */
const SIGNED_MS = 12 * 60 * 60 * 1000

const subscription = z.object({
  endpoint: z.url(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

export interface WebPushOptions {
  /** How the services reach the operator: a mailto: or https: URL. */
  readonly subject: string
  readonly keys: VapidKeys
  /** Whether a service may be called. Default: those of browsers, over https. */
  readonly isAllowed?: (service: URL) => boolean
  /** The time in milliseconds, for pauses. Signatures need the real one. */
  readonly now?: () => number
}

/** Sends messages to browsers (RFC 8030, 8291, 8292). The token of a browser is its subscription as JSON. */
export class WebPushService implements Push {
  readonly #options: WebPushOptions
  /** A signature of each service, and until when it is used. */
  readonly #signatures = new Map<string, { readonly authorization: string; readonly until: number }>()
  readonly #pauses: Pauses

  constructor(options: WebPushOptions) {
    this.#options = options
    this.#pauses = new Pauses(options.now ?? Date.now)
  }

  async send({ token, title, body, kind, path, lifeMs }: PushMessage): Promise<Delivery> {
    const to = subscriptionIn(token)
    if (to === null) return { result: 'failed', reason: 'the token is not a subscription' }
    const service = new URL(to.endpoint)
    const { isAllowed = isService } = this.#options
    if (!isAllowed(service)) return { result: 'failed', reason: `${service.host} is not a push service` }
    const pause = this.#pauses.of(service.origin)
    if (pause) return pause
    let request: webPush.RequestDetails
    try {
      request = webPush.generateRequestDetails(to, JSON.stringify({ title, body, path, kind }), {
        TTL: Math.floor(lifeMs / 1000),
        topic: kind,
        headers: { Authorization: this.#signatureFor(service.origin) },
      })
    } catch (error) {
      return { result: 'failed', reason: `the subscription is not valid: ${String(error)}` }
    }
    return this.#post(request, service)
  }

  async #post({ endpoint, headers, body }: webPush.RequestDetails, { origin }: URL): Promise<Delivery> {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: textHeaders(headers),
      body: new Uint8Array(body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => error)
    if (response instanceof Response) {
      await response.body?.cancel()
      if (response.ok) return { result: 'sent' }
      if (response.status === 404 || response.status === 410) return { result: 'gone' }
    }
    return this.#pauses.note(origin, trouble(response))
  }

  /** Signing takes longer than encrypting, so a signature is used for all messages to a service. */
  #signatureFor(origin: string): string {
    const known = this.#signatures.get(origin)
    if (known && known.until > Date.now()) return known.authorization
    const { subject, keys } = this.#options
    const until = Date.now() + SIGNED_MS
    const expiry = Math.floor((until + SIGNED_MS / 2) / 1000)
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
      expiry,
    )
    keepNewest(this.#signatures, MAX_SERVICES - 1)
    this.#signatures.set(origin, { authorization, until })
    return authorization
  }
}

const isService = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && SERVICES.test(hostname)

function subscriptionIn(token: string): z.infer<typeof subscription> | null {
  try {
    return subscription.parse(JSON.parse(token))
  } catch {
    return null
  }
}

/** Fetch sets the length itself. */
const textHeaders = (headers: webPush.Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name === 'Content-Length' ? [] : [[name, String(value)]],
    ),
  )
