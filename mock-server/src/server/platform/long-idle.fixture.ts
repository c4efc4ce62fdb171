/**
 * Options of servers of tests. By default, Node closes connections that were idle for 5 s, on a busy machine at the moment
 * of a call, which then fails with ECONNRESET.
 */
export const LONG_IDLE = { keepAliveTimeout: 65_000 } as const
