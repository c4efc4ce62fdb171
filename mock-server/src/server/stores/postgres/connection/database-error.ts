import pg from 'pg'
import { OwnerBusyError } from '../../../../engine/store.ts'

/** Something that the transaction depends on has changed. */
export class Changed extends Error {
  override name = 'Changed'
}

/** The database cannot be reached, or the connection broke. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  /** Of the system. */
  readonly code: string | undefined
  /** Whether a connection could not be opened for another reason than the network, such as a changed password. */
  readonly isRefused: boolean

  constructor(cause: Error, { isRefused = false } = {}) {
    super(cause.message || 'The connection to the database broke', { cause })
    this.code = (cause as NodeJS.ErrnoException).code
    this.isRefused = isRefused
  }
}

/** All connections were in use for too long. */
export class NoConnectionFree extends ConnectionLost {
  constructor() {
    super(new Error('No connection to the database was free in time'))
  }
}

/** The connection broke after COMMIT was sent, which may have succeeded. */
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
 * - changed: another transaction committed first; retry.
 * - busy: a lock was not available in time; retry for a while.
 * - away: the database is unreachable or about to stop; retry for a while.
 * - refused: the database cannot or may not do it, for example on a full disk.
 * - fault: an unexpected error. (Not an injected fault.)
 */
export type Problem = 'changed' | 'busy' | 'away' | 'refused' | 'fault'

/** What an error of a statement or a transaction means. It decides what is tried again. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Changed) return 'changed'
  if (error instanceof ConnectionLost) return 'away'
  if (error instanceof OwnerBusyError) return 'busy'
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
/** A broken connection, too many connections, a server that stops or starts, a read-only standby. */
const AWAY = /^(08...|53300|57P0[1-5]|25P03|25006)$/
const READ_ONLY = '25006'
/** No space on disk or in memory, a statement timeout, a disk error, a missing right. */
const REFUSED = /^(53...|57014|58...|42501)$/

/** The failure to report: one that ran out of time says less than an earlier one that found a read-only database. */
export function moreTelling(earlier: unknown, latest: unknown): unknown {
  const isReadOnly = earlier instanceof pg.DatabaseError && earlier.code === READ_ONLY
  const isLate =
    (latest instanceof ConnectionLost && latest.code === undefined) || problemOf(latest) === 'busy'
  return isReadOnly && isLate ? earlier : latest
}

/** Unique constraints that concurrent updates may violate. An insertion that finds another row adds nothing instead. */
const GUARDS = new Set(['users_device_hash_key', 'groups_code_key'])

/**
 * Converts errors of the client library that mean a lost connection to {@link ConnectionLost}. While a connection is being
 * opened, every error is one: the next try may succeed.
 */
export function convertError(error: unknown, { isOpening = false } = {}): unknown {
  if (!(error instanceof Error) || error instanceof ConnectionLost) return error
  const isLost = isConnectionLoss(error)
  return isLost || isOpening ? new ConnectionLost(error, { isRefused: !isLost }) : error
}

function isConnectionLoss(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return false
  // A host with several addresses fails with one error per address.
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing file with a certificate, which the URL names.
  if (syscall === 'open') return false
  return (code !== undefined && NETWORK.has(code)) || LOST.test(error.message)
}

/** The client library identifies these only by their message. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed))/

/** ENOENT: the Unix socket of a local database that is not running. */
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
