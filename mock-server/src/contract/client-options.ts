import type { calls } from './calls.ts'

/* Apart from the table, so that the package can declare them without the types of Zod. */

export interface CallOptions {
  signal?: AbortSignal
}

export interface ClientOptions {
  /** Scheme, host and port, without a slash at the end; empty for the page's own. */
  baseUrl: string
  /** The door: global fetch, an in-process engine, or a wrapper of either. */
  fetch: typeof fetch
  /** Bearer token of the moment, null when there is none. */
  token?: () => string | null
  /** A function where the key may change, as that of a server which starts again. */
  adminKey?: string | (() => string | undefined)
  /** Told about each answer that came, with its headers (renewed tokens ride there). */
  onReply?: (name: keyof typeof calls, response: Response) => void
}
