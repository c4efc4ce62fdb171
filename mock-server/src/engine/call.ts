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

/** What the engine answers; the door only writes it out. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. Null when the door has said that it has the body of the validator. */
  readonly body: unknown
  /** Stands for the content of a large body: with the same validator it is the same. */
  readonly validator?: string
  /** Sent in place of the body, as it is: a fault on purpose. */
  readonly raw?: string
  /** The connection breaks instead of an answer: a fault on purpose. */
  readonly drop?: true
}
