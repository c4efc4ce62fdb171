import type pg from 'pg'
import { StoreUnavailableError } from '../../../../engine/store.ts'
import { StartupError } from '../../../platform/startup-error.ts'
import { connectTo } from './client.ts'
import { CommitInDoubt, ConnectionLost, convertError } from './database-error.ts'

/* Opening a database, and errors that say what to do about it. */

/**
 * Uses a dedicated connection without timeouts. Closing it releases its locks.
 * @param place the option or variable that gave the URL, which errors name.
 * @throws {StartupError} if the database cannot be reached.
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  place = '--store',
): Promise<T> {
  let client: pg.Client | null = null
  try {
    client = await connectTo(url, { application_name: 'inkling tools', ...REFUSED_BY_POOLS })
    await checkSession(client)
    return await work(client)
  } catch (error) {
    throw unusable(url, error, place)
  } finally {
    await client?.end().catch(() => {})
  }
}

/**
 * A parameter that pgbouncer does not accept, with the largest value. Through a pool in transaction mode, locks and
 * LISTEN would stay behind in other sessions.
 */
const REFUSED_BY_POOLS = { statement_timeout: 2 ** 31 - 1 }

/** @throws if the parameter was accepted and ignored, as pgbouncer does with `ignore_startup_parameters`. */
async function checkSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show statement_timeout')
  if (rows[0].statement_timeout !== `${REFUSED_BY_POOLS.statement_timeout}ms`)
    throw new Error('it ignores the startup parameter statement_timeout')
}

/** Identifies the tables that a connection uses: the running server, the database and the schema. */
export async function tablesOf(query: (text: string) => Promise<pg.QueryResult>): Promise<string> {
  const { rows } = await query(
    `select format('%s %s %s', extract(epoch from pg_postmaster_start_time()), current_database(), current_schema()) as tables`,
  )
  return rows[0].tables
}

/** Identifies the tables that a URL leads to. @throws {StartupError} if the database cannot be reached. */
export const tablesAt = (url: string, place: string): Promise<string> =>
  withClient(url, (client) => tablesOf((text) => client.query(text)), place)

/** A {@link StartupError} that says what to do about an error of the database; any other error unchanged. */
export function unusable(url: string, error: unknown, place: string): unknown {
  const problem = explanationOf(url, error, place)
  return problem === null ? error : new StartupError(problem, { cause: error })
}

/** Which database cannot be used, why, and what to do about it; null for an error that is not of the database. */
export function explanationOf(url: string, error: unknown, place: string): string | null {
  const reason = convertError(error instanceof CommitInDoubt ? error.cause : error)
  if (!(reason instanceof Error) || reason instanceof StartupError) return null
  if (reason instanceof StoreUnavailableError) return reason.explanation
  const { code = '' } = reason as { code?: string }
  const advice =
    ADVICE.find(([problems]) => problems.test(`${code} ${reason.message}`))?.[1] ??
    (reason instanceof ConnectionLost ? 'Start PostgreSQL there, or correct the address in PLACE.' : null)
  if (advice === null) return null
  return `${sentence(databaseName(url))} cannot be used: ${reason.message}. ${advice.replace('PLACE', place)}`
}

/**
 * Advice for a code of PostgreSQL or of the client library, or for a message without a code. PLACE stands for the option or
 * variable that gave the URL.
 */
const ADVICE: readonly (readonly [problems: RegExp, advice: string])[] = [
  [
    /client password must be/,
    'Add the password to PLACE, as in postgres://user:password@host/database, or set PGPASSWORD.',
  ],
  [
    /^ERR_INVALID_URL /,
    'Correct the port in PLACE, or percent-encode special characters in the password, for example # as %23.',
  ],
  [/^E[A-Z]+ .*, (open|read)\b/, 'Correct the path of the certificate or key in PLACE.'],
  [
    / is not a supported sslmode$/,
    'Write sslmode=disable, require (encrypts, but does not verify the server), verify-ca or verify-full in PLACE.',
  ],
  [
    / needs sslrootcert$/,
    'Add sslrootcert=FILE with the certificate of the authority to PLACE, or write sslmode=verify-full.',
  ],
  [
    /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_(TLS|SSL|OSSL)_)/,
    'Write the host in PLACE as in the certificate of that server, and add sslrootcert=FILE with the certificate of its authority. sslmode=require without sslrootcert encrypts, but does not verify the server.',
  ],
  [/does not support SSL/, 'Remove sslmode from PLACE, or set up TLS on that server.'],
  [
    /startup parameter/,
    'If this is pgbouncer, give the URL of the database itself, which `inkling serve` takes as --direct-store.',
  ],
  [/^28/, 'Correct the user or password in PLACE, or let pg_hba.conf accept them.'],
  [/^3D000 /, 'Create it with createdb, or choose another one with PLACE.'],
  [/^3F000 /, 'Create the schema with create schema, or correct the search_path in PLACE.'],
  [/^42501 /, 'Grant its user the right to create, read and change tables in the schema.'],
  [/^25006 /, 'Choose a database that accepts writes.'],
  [/^(53100|58...) |could not write init file/, 'Free space on its disk.'],
  [/^53300 /, 'Close other connections, or allow more: a server process opens up to 10.'],
  [/^(53|55|57|08)/, 'Wait until it accepts connections again.'],
]

/**
 * A database by its URL, without user and password. The password may contain characters that should be
 * percent-encoded: it ends at the last @ before a host and a slash.
 */
export function databaseName(url: string): string {
  const [, hosts = '', path = '', search] =
    /^[^/]*\/\/(?:.*@(?=[^/?@&=]*\/))?([^/?]*)([^?]*)(?:\?(.*))?/.exec(url) ?? []
  const host =
    new URLSearchParams(search).get('host') ||
    hosts.replace(/%2f/gi, '/') ||
    process.env.PGHOST ||
    'localhost'
  const isSocket = host.startsWith('/')
  return isSocket ? `the database ${path.slice(1)} on the socket in ${host}` : `the database ${host}${path}`
}

/** The text with a capital letter. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
