/** A call that the proxy forwarded. */
export interface RecordedCall {
  readonly method: string
  /** Including the query. */
  readonly path: string
  /** The bearer token; null if there was none. */
  readonly token: string | null
  readonly body: string
  readonly status: number
  readonly reply: unknown
  /** The renewed token in the reply, if any. */
  readonly renewed: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}
