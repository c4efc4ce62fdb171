/** Header names of the API, in lower case as Node and fetch hand them over. */
export const HEADER = {
  authorization: 'authorization',
  adminKey: 'x-admin-key',
  tokenRenewed: 'x-token-renewed',
  tokenDaysRemaining: 'x-token-days-remaining',
  tokenRenewalSuggested: 'x-token-renewal-suggested',
  requestId: 'x-request-id',
  /** IANA name of the zone that game days are counted in. */
  gameTimeZone: 'x-game-time-zone',
  /** The server's time, by its own clock. */
  date: 'date',
} as const
