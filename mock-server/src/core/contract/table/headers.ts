/** Header names of the API, in lower case like those that Node and fetch return. */
export const HEADER = {
  authorization: 'authorization',
  adminKey: 'x-admin-key',
  /** Who uses the key, percent-encoded. */
  adminName: 'x-admin-name',
  tokenRenewed: 'x-token-renewed',
  tokenDaysRemaining: 'x-token-days-remaining',
  tokenRenewalSuggested: 'x-token-renewal-suggested',
  requestId: 'x-request-id',
  retryAfter: 'retry-after',
  userAgent: 'user-agent',
  /** IANA name of the time zone of the game days. */
  gameTimeZone: 'x-game-time-zone',
  /** The time of the server's clock. */
  date: 'date',
} as const
