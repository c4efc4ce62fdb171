/** Options of the handlers of `inkling/msw`. */
export interface HandlerOptions {
  /**
   * The initial world: `empty` (the default), `demo` (a month of three groups, with a game in progress),
   * `busy` (a day of 1,000 players), or the content of a file written by `inkling world export`.
   */
  readonly world?: 'empty' | 'demo' | 'busy' | (string & {}) | object
  /** Source of ids, words and pictures: the same seed and clock give the same world. Default: `inkling`. */
  readonly seed?: string
  /** ISO 8601. The clock is frozen at this time; change it through `/control/clock`. Default: the system time. */
  readonly clock?: string
  /** IANA name of the game's time zone. Default: `America/New_York`. */
  readonly timeZone?: string
  /** Scheme, host and port whose calls are answered. Default: every origin. */
  readonly origin?: string
}
