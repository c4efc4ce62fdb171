import { ApiError } from '@inkling/mock-server/contract/api-error'
import { type Client, createClient } from '@inkling/mock-server/contract/client'

/** How a server is reached: over HTTP or in this process. */
export interface Door {
  /** Scheme, host and port, without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  /** A function if the key can change, for example when the server restarts. */
  readonly adminKey?: string | (() => string | undefined)
}

/** A client without a player, for admin calls and controls. */
export const adminClient = (door: Door): Client => createClient(door)

/** Whether the caller may not do this, or the server does not support it. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 405].includes(error.status)
