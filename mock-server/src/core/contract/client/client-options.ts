import type { calls } from '../table/calls.ts'

/* A module without the types of Zod, because the package publishes its declarations. */

export interface CallOptions {
  signal?: AbortSignal
}

export interface ClientOptions {
  /** Scheme, host and port, without a trailing slash. Empty for the origin of the page. */
  baseUrl: string
  /** Default: the global fetch at the time of each call, which a mock may have replaced since the client was created. */
  fetch?: typeof fetch
  /** Returns the current bearer token; null if there is none. */
  token?: () => string | null
  /** A function if the key can change, for example when the server restarts. */
  adminKey?: string | (() => string | undefined)
  /** Called with each response, for example to read a renewed token from its headers. */
  onReply?: (name: keyof typeof calls, response: Response) => void
}
