import type { calls } from './calls.ts'

/* Separate from client.ts, so that the declarations of the package do not need the types of Zod. */

export interface CallOptions {
  signal?: AbortSignal
}

export interface ClientOptions {
  /** Scheme, host and port, without a trailing slash. Empty for the origin of the page. */
  baseUrl: string
  /** The global fetch, that of an in-process server, or a wrapper of either. */
  fetch: typeof fetch
  /** Returns the current bearer token; null if there is none. */
  token?: () => string | null
  /** A function if the key can change, for example when the server restarts. */
  adminKey?: string | (() => string | undefined)
  /** Called with each response, for example to read a renewed token from its headers. */
  onReply?: (name: keyof typeof calls, response: Response) => void
}
