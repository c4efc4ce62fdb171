import type { ChannelsOff, Delivery, Push } from '../../../engine/ports.ts'
import { StartupError } from '../startup-error.ts'
import { Outbox } from './outbox.ts'
import { readServiceAccount } from './service-account.ts'
import type { VapidKeys } from './web-push-service.ts'

export interface PushOptions {
  /** How players reach the operator: an e-mail or web address. */
  readonly contact?: string | undefined
  /** Scheme and host that players use. */
  readonly publicUrl?: string | undefined
  /** The key file of a service account for Firebase Cloud Messaging. */
  readonly fcmCredentials?: string | undefined
  /** Whether messages to browsers may go to a service. Default: those of browsers, over https. */
  readonly isPushService?: ((service: URL) => boolean) | undefined
}

/**
 * Which push messages a server with these options does not send, and what to do about it; null for a channel that is on.
 */
export const channelsOff = (options: PushOptions): ChannelsOff => ({
  web:
    subjectOf(options) === null
      ? 'set CONTACT to an e-mail address or an https: address, by which push services reach you'
      : null,
  native:
    options.fcmCredentials === undefined
      ? 'set FCM_CREDENTIALS to the key file of a service account of Firebase'
      : problemOf(options.fcmCredentials),
})

/** Why a service account cannot be used; null if it can. */
function problemOf(fcmCredentials: string): string | null {
  try {
    readServiceAccount(fcmCredentials)
    return null
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
}

/**
 * The push services of a server. Loaded on demand, because most servers in tests and development have none.
 * @param now the time in milliseconds
 * @param isHeld whether no messages are sent just now
 * @throws {StartupError} if the service account cannot be read.
 */
export async function pushServices(
  options: PushOptions,
  keys: VapidKeys,
  now: () => number,
  isHeld: () => boolean,
): Promise<Outbox> {
  const [web, native] = await Promise.all([webService(options, keys, now), nativeService(options, now)])
  return new Outbox(byPlatform(web, native), isHeld)
}

/** Sends each message by the service of its platform. Those of a service that is off are recorded only. */
export const byPlatform = (web: Push | null, native: Push | null): Push => ({
  async send(message) {
    const service = message.platform === 'web' ? web : native
    return service ? service.send(message) : ({ result: 'off' } satisfies Delivery)
  },
})

async function webService(options: PushOptions, keys: VapidKeys, now: () => number): Promise<Push | null> {
  const subject = subjectOf(options)
  if (subject === null) return null
  const { WebPushService } = await import('./web-push-service.ts')
  return new WebPushService({
    subject,
    keys,
    now,
    ...(options.isPushService && { isAllowed: options.isPushService }),
  })
}

async function nativeService({ fcmCredentials }: PushOptions, now: () => number): Promise<Push | null> {
  if (fcmCredentials === undefined) return null
  const account = readServiceAccount(fcmCredentials)
  const { FcmService } = await import('./fcm-service.ts')
  return new FcmService(account, { now })
}

/** How push services reach the operator. Apple accepts no others. */
function subjectOf({ contact, publicUrl }: PushOptions): string | null {
  if (contact !== undefined && /^[^@\s:/]+@[^@\s:/]+\.[^@\s:/]+$/.test(contact)) return `mailto:${contact}`
  return [contact, publicUrl].find((url) => url?.startsWith('https://')) ?? null
}
