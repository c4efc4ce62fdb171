import type { EndpointName } from '../../core/contract/table/endpoints.ts'

/** A request as a door passes it to the engine, unparsed. */
export interface Call {
  readonly name: EndpointName
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Parsed JSON; an empty object without a body. For a call of the kind `lines`, a `WorldSource`. */
  readonly body: unknown
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Scheme, host and port that the caller used. */
  readonly origin: string
  /** The address of the caller; absent inside of the server's own process. */
  readonly address?: string
  /** False if the caller's address has used up its new accounts. */
  readonly mayCreateAccount?: boolean
}

/** The engine's reply, which doors send without changing it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. An async iterable has the text in pieces. */
  readonly body: unknown
  /** Sent unchanged instead of the body: it is known, or an injected fault. */
  readonly raw?: string
  /** Whether it took little work, so that rate limits count it less. */
  readonly isCheap?: true
  /** Breaks the connection without a response: an injected fault. */
  readonly drop?: true
  /** Takes the place of the engine's reply only after the call was processed: an injected fault. */
  readonly isAfterWork?: true
}

/** The pieces of a text that is sent as it is made; null for any other body. */
export const piecesOf = ({ raw, body }: Reply): AsyncIterable<string> | null =>
  raw === undefined && Symbol.asyncIterator in Object(body) ? (body as AsyncIterable<string>) : null
