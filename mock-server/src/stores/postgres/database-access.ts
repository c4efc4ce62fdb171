import type pg from 'pg'
import { StoreUnavailableError } from '../../engine/store.ts'
import {
  CommitInDoubt,
  ConnectionLost,
  ConnectionRefused,
  convertError,
  DatabaseUseError,
} from './database-error.ts'
import { connectTo, Hosts } from './hosts.ts'

/* Opening a database that an option of `serve` names, and errors that name the option. */

/**
 * Uses a dedicated connection without timeouts. Closing it releases its locks.
 * @throws {DatabaseUseError} if the database cannot be reached.
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  option: StoreOption = '--store',
): Promise<T> {
  let client: pg.Client | null = null
  try {
    client = await connectTo(new Hosts(url), { application_name: 'inkling tools', ...REFUSED_BY_POOLS })
    await checkIsDirect(client)
    return await work(client)
  } catch (error) {
    throw unusable(url, error, option)
  } finally {
    await client?.end().catch(() => {})
  }
}

/**
 * A parameter that pgbouncer does not accept, with the largest value. Through a pool in transaction mode, locks and
 * LISTEN would stay behind in other sessions.
 */
const REFUSED_BY_POOLS = { statement_timeout: 2 ** 31 - 1 }

/** Refuses a pool that drops the parameter, as pgbouncer does with `ignore_startup_parameters`. */
async function checkIsDirect(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select source from pg_settings where name = 'statement_timeout'")
  if (rows[0]?.source === 'client') return
  throw new Error('unsupported startup parameter: statement_timeout was ignored')
}

/** The error for a `--direct-store` that does not fit `--store`. */
export const notTheSame = (url: string, direct: string): DatabaseUseError =>
  new DatabaseUseError(
    `--store and --direct-store do not use the same tables: ${databaseName(url)} leads to a different database or schema from ${databaseName(direct)}. Correct one of them, or the pool in front of the database.`,
  )

/** The option of `serve` that named a database. */
export type StoreOption = '--store' | '--direct-store'

/** Adds advice, which names the option that gave the URL, to an error of opening a database. */
export function unusable(url: string, error: unknown, option: StoreOption = '--store'): unknown {
  const reason = convertError(causeOf(error))
  if (!(reason instanceof Error) || reason instanceof DatabaseUseError) return error
  const { code = '' } = reason as { code?: string }
  const advice = ADVICE.find(([problems]) => problems.test(`${code} ${reason.message}`))?.[1]
  if (advice === undefined && !(reason instanceof ConnectionLost)) return error
  const todo = advice ?? 'Start PostgreSQL there, or correct the address in --store.'
  return new DatabaseUseError(
    `${sentence(databaseName(url))} cannot be used: ${reason.message}. ${todo.replaceAll(' --store', ` ${option}`)}`,
    {
      cause: error,
    },
  )
}

/** The error of the database or the client library in an error of the store. */
const causeOf = (error: unknown): unknown =>
  error instanceof StoreUnavailableError ||
  error instanceof CommitInDoubt ||
  error instanceof ConnectionRefused
    ? causeOf(error.cause)
    : error

/** Advice for a code of PostgreSQL or of the client library, or for a message without a code. */
const ADVICE: readonly (readonly [problems: RegExp, advice: string])[] = [
  [
    /client password must be/,
    'Add the password to --store, as in postgres://user:password@host/database, or set PGPASSWORD.',
  ],
  [
    /^ERR_INVALID_URL /,
    'Correct the port in --store, or percent-encode special characters in the password, for example # as %23.',
  ],
  [/^E[A-Z]+ .*, (open|read)\b/, 'Correct the path of the certificate or key in --store.'],
  [/does not support SSL/, 'Remove sslmode from --store, or set up TLS on that server.'],
  [
    /unsupported startup parameter/,
    'If this is pgbouncer, give the URL of the database itself, which `inkling serve` takes as --direct-store.',
  ],
  [/^28/, 'Correct the user or password in --store, or let pg_hba.conf accept them.'],
  [/^3D000 /, 'Create it with createdb, or choose another one with --store.'],
  [/^3F000 /, 'Create the schema with create schema, or correct the search_path in --store.'],
  [/^42501 /, 'Grant its user the right to create, read and change tables in the schema.'],
  [/^25006 /, 'Choose a database that accepts writes.'],
  [/^55000 /, 'Allow connections to it, or choose another one with --store.'],
  [/^(53100|58...) |could not write init file/, 'Free space on its disk.'],
  [/^53300 /, 'Close other connections, or allow more: a server process opens up to 10.'],
  [/^(55P03|57014) /, 'Wait until it is less busy.'],
  [/^(53|57P0|08)/, 'Wait until it accepts connections again.'],
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
