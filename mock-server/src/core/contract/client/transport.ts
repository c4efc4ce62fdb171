import type { calls } from '../table/calls.ts'

/** The parts of a call. Its endpoint defines which of them it takes. */
export interface CallParts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The caller's credentials, and a signal that aborts the call. */
export interface CallContext {
  readonly token?: string | null
  readonly adminKey?: string | undefined
  readonly signal?: AbortSignal
}

/** The part of fetch's `Response` that the typed client and its callers use. */
export interface CallResponse {
  readonly status: number
  readonly statusText: string
  readonly ok: boolean
  readonly headers: Headers
  /** @throws {SyntaxError} if the body is not JSON. */
  json(): Promise<unknown>
  text(): Promise<string>
  /** A copy whose body can be read independently. */
  clone(): CallResponse
}

/**
 * Sends the calls of the typed client to a server: over HTTP (client.ts) or in the same process
 * (doors/in-process-transport.ts).
 *
 * @throws the error of fetch if there is no response.
 */
export type Transport = (
  name: keyof typeof calls,
  parts: CallParts,
  context: CallContext,
) => Promise<CallResponse>
