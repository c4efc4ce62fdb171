import { ApiError } from '@inkling/mock-server/contract/api-error'
import { type Client, createClient } from '@inkling/mock-server/contract/client'

/** Where a server is reached: over HTTP or in this process. */
export interface Door {
  /** Scheme, host and port, without a slash at the end. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  /** A function where the key may change, as that of a server which starts again. */
  readonly adminKey?: string | (() => string | undefined)
}

/** The client of nobody in particular: for admin calls and controls. */
export const adminClient = (door: Door): Client => createClient(door)

/** Whether the caller may not do this here, or the server does not offer it. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 405].includes(error.status)
