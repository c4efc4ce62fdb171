/** A call that went through the proxy. */
export interface RecordedCall {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** The bearer token; null without one. */
  readonly token: string | null
  readonly body: string
  readonly status: number
  readonly reply: unknown
  /** A fresh token that came with the answer. */
  readonly renewed: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}
