import type { calls } from './calls.ts'

/** The parts of a call. The table says which of them a call takes. */
export interface CallParts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The caller's credentials, and what aborts the call. */
export interface CallContext {
  readonly token?: string | null
  readonly adminKey?: string | undefined
  readonly signal?: AbortSignal
}

/** A response as the typed client reads it. A `Response` of fetch is one. */
export interface CallResponse {
  readonly status: number
  readonly statusText: string
  readonly ok: boolean
  readonly headers: Headers
  /** @throws {SyntaxError} if the body is not JSON. */
  json(): Promise<unknown>
  text(): Promise<string>
  /** A second reader of the body. */
  clone(): CallResponse
}

/**
 * Carries the calls of the typed client to a server: over HTTP (http-transport.ts) or in the same process
 * (doors/in-process.ts). Throws what fetch throws if there is no response.
 */
export type Transport<R extends CallResponse = CallResponse> = (
  name: keyof typeof calls,
  parts: CallParts,
  context: CallContext,
) => Promise<R>
