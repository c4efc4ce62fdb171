import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import {
  type Caller,
  type Client,
  clientOver,
  httpTransport,
} from '@inkling/mock-server/contract/client/client'
import type { CallResponse, Transport } from '@inkling/mock-server/contract/client/transport'

/** Access to a server, over HTTP or in process. */
export interface ServerAccess {
  /** Scheme, host and port, without a trailing slash. */
  readonly baseUrl: string
  /** Sends requests that the typed client cannot send. */
  readonly fetch: typeof fetch
  /** Sends the calls of the typed client. Default: HTTP requests through `fetch`. */
  readonly transport?: Transport
  /** A function if the key can change, for example when the server restarts. */
  readonly adminKey?: string | (() => string | undefined)
}

/** The transport for the typed client of a server. */
export const transportOf = ({ transport, baseUrl, fetch }: ServerAccess): Transport =>
  transport ?? httpTransport(baseUrl, fetch)

/** The key of admin calls and controls, as of now. */
export const adminKeyOf = ({ adminKey }: ServerAccess): string | undefined =>
  typeof adminKey === 'function' ? adminKey() : adminKey

/** The typed client of a server. Without a token, it is for admin calls, controls and calls without a player. */
export const clientOf = (access: ServerAccess, caller: Omit<Caller<CallResponse>, 'adminKey'> = {}): Client =>
  clientOver(transportOf(access), { ...caller, adminKey: access.adminKey })

/** Whether a call failed because the caller is not authorised or the server does not support it. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404, 405].includes(error.status)
