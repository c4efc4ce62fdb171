import pg from 'pg'

/** A database that cannot be used; the message is a sentence that says why and how to fix it. */
export class DatabaseUseError extends Error {
  override name = 'DatabaseUseError'
}

/** The transaction has found changed what it relies on. */
export class Changed extends Error {
  override name = 'Changed'
}

/** The database cannot be reached, or not any more. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'

  constructor(cause: Error) {
    super(cause.message || 'The connection to the database broke', { cause })
  }
}

/** The connection broke while a commit was on its way: it may have taken place. */
export class CommitInDoubt extends Error {
  override name = 'CommitInDoubt'
  readonly commitId: string

  constructor(commitId: string, cause: unknown) {
    super('The connection broke during a commit', { cause })
    this.commitId = commitId
  }
}

/**
 * What an error means for a transaction:
 * - changed: another transaction came first; run it again.
 * - busy: a lock was not free in time; run it again for a while.
 * - away: the database cannot be reached or is about to stop; run it again for a while.
 * - refused: the database cannot write, on a full disk for example.
 * - fault: anything else, which nobody expects.
 */
export type Problem = 'changed' | 'busy' | 'away' | 'refused' | 'fault'

export function problemOf(error: unknown): Problem {
  if (error instanceof Changed) return 'changed'
  if (error instanceof ConnectionLost) return 'away'
  if (!(error instanceof pg.DatabaseError)) return 'fault'
  const { code = '', constraint = '' } = error
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'changed'
  if (code === UNIQUE_VIOLATION) return GUARDS.has(constraint) ? 'changed' : 'fault'
  if (code === LOCK_NOT_AVAILABLE) return 'busy'
  if (AWAY.test(code)) return 'away'
  return REFUSED.test(code) ? 'refused' : 'fault'
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
/** Broken connections, too many of them, a server that stops or starts, and a standby, which only reads. */
const AWAY = /^(08...|53300|57P0[1-5]|25P03|25006)$/
/** No room on the disk or in memory, a statement that took too long, an error of the disk. */
const REFUSED = /^(53...|57014|58...)$/

/** Unique keys that two transactions may both try to add. */
const GUARDS = new Set([
  ...['users', 'groups', 'games', 'reactions', 'push_tokens', 'outbox', 'rollover'].map(
    (table) => `${table}_pkey`,
  ),
  'users_device_hash_key',
  'groups_code_key',
  'games_group_day',
  'game_players_pkey',
])

/** What the client library has thrown, with a name for the loss of a connection. */
export const named = (error: unknown): unknown =>
  error instanceof Error && isConnectionLoss(error) ? new ConnectionLost(error) : error

function isConnectionLoss(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return false
  // A host of several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  const { code } = error as NodeJS.ErrnoException
  return (code !== undefined && NETWORK.has(code)) || LOST.test(error.message)
}

/** The client library names these by their message only. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed))/

/** ENOENT: the socket of a database on this machine that does not run. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENOENT',
])
