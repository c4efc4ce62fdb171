import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ConnectionLost } from './database-error.ts'

/** Runs one statement. */
export type Query = <R extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<pg.QueryResult<R>>

/** When a wait ends, as a value of `performance.now()`. Timeouts of the database do not fire while it is stopped. */
export type Deadline = number

export const now = (): number => performance.now()

/** What some work results in; null if it takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const late = pause(Math.max(0, ms), null, { signal: timer.signal }).catch(() => null)
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}

/** How long a statement that only tests a connection may take. */
const PROBE_MS = 1000

/** Sends a statement. If the deadline passes, the client library closes the connection. */
export async function send<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
  deadline: Deadline,
): Promise<pg.QueryResult<R>> {
  const query_timeout = Math.ceil(deadline - now())
  if (query_timeout <= 0) throw new ConnectionLost(new Error('The database did not answer in time'))
  return client.query<R>({ ...statement, ...{ query_timeout } })
}

/** Whether the statement succeeds within PROBE_MS and before the deadline. If it does not, close the connection. */
export async function succeeds(client: pg.PoolClient, text: string, deadline = Infinity): Promise<boolean> {
  try {
    await send(client, { text }, Math.min(deadline, now() + PROBE_MS))
    return true
  } catch {
    return false
  }
}
