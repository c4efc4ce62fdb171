/** What the handlers of `inkling/msw` answer from. */
export interface HandlerOptions {
  /**
   * The world to begin with: `empty` (the default), `demo` (a lived-in month of three groups with a game in progress),
   * `busy` (a day of 1,000 players), or a document that `inkling world export` wrote.
   */
  readonly world?: 'empty' | 'demo' | 'busy' | object
  /** Ids, words and pictures derive from it: the same seed and clock give the same world. Default: `inkling`. */
  readonly seed?: string
  /** ISO 8601; the clock stands still until it is moved through `/control/clock`. Default: the system's time. */
  readonly clock?: string
  /** IANA name of the game's zone. Default: `America/New_York`. */
  readonly timeZone?: string
  /** Scheme, host and port whose calls are answered. Default: every origin. */
  readonly origin?: string
}
