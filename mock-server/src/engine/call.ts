import type { EndpointName } from '../contract/endpoints.ts'

/** A request as a door hands it to the engine, still unparsed. */
export interface Call {
  readonly name: EndpointName
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Parsed JSON; an empty object without a body. */
  readonly body: unknown
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Scheme, host and port that the caller used. */
  readonly origin: string
  /** Whether the door needs no body for a validator: it has that one, or the caller does. */
  readonly hasBody?: (validator: string) => Promise<boolean>
}

/** The engine's reply, which transports only write out. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. Null if the caller already has the body with this validator. */
  readonly body: unknown
  /** Identifies the content of a large body: the same validator means the same body. */
  readonly validator?: string
  /** Sent unchanged instead of the body: an injected fault. */
  readonly raw?: string
  /** The connection breaks instead of an answer: a fault on purpose. */
  readonly drop?: true
}
