import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { ConnectionLost, convertError, DatabaseUseError } from './database-error.ts'
import { connectTo, Hosts } from './hosts.ts'

/** SQL files. Their names begin with their numbers. */
const FOLDER = new URL('./migrations/', import.meta.url)

export interface SchemaVersion {
  /** Version of the database; 0 if it was never migrated. */
  readonly found: number
  /** Version that this program expects. */
  readonly known: number
}

/** The schema versions of a database and of this program. */
export const schemaVersion = (url: string): Promise<SchemaVersion> =>
  withClient(url, async (client) => ({ found: await versionIn(client), known: migrations().length }))

/**
 * Migrates the schema of a database to the version of this program. Several processes may do so at once. A newer schema
 * is not changed, and is accepted if its migrations say that this version of the program can use it.
 * @returns the versions before and after.
 * @throws {DatabaseUseError} if the database cannot be reached, or has a newer version that needs a newer program.
 */
export function migrate(url: string): Promise<{ from: number; to: number }> {
  return withClient(url, async (client) => {
    const files = migrations()
    let from = await versionIn(client)
    if (from < files.length) {
      const lock = 'hashtextextended(current_schema()::text || $1, 0)'
      await client.query(`select pg_advisory_lock(${lock})`, [' migrations'])
      // Another process may have migrated in the meantime.
      from = await versionIn(client)
    }
    if (from > files.length) {
      if ((await oldestProgram(client, files.length)) > files.length) throw newer(url, from, files.length)
      return { from, to: from }
    }
    for (const [at, sql] of files.entries()) {
      if (at + 1 > from) await apply(client, at + 1, sql)
    }
    return { from, to: files.length }
  })
}

async function apply(client: pg.Client, version: number, sql: string): Promise<void> {
  await client.query('begin')
  await client.query(sql)
  await client.query(
    'create table if not exists schema_versions (version int primary key, applied_at timestamptz not null default now())',
  )
  await client.query('alter table schema_versions add column if not exists oldest_program int')
  const oldest = OLDEST_PROGRAM.exec(sql)?.[1] ?? version
  await client.query('insert into schema_versions (version, oldest_program) values ($1, $2)', [
    version,
    oldest,
  ])
  await client.query('commit')
}

/**
 * A line of a migration that only adds: programs from this schema version on still run after the migration. Without the
 * line, a migration needs a program that knows it.
 */
const OLDEST_PROGRAM = /^-- Oldest program: (\d+)$/m

/** The oldest schema version whose programs run with all migrations after a version. */
async function oldestProgram(client: pg.Client, after: number): Promise<number> {
  const { rows } = await client.query(
    `select max(coalesce((to_jsonb(v) ->> 'oldest_program')::int, version)) as oldest from schema_versions v
     where version > $1`,
    [after],
  )
  return rows[0].oldest
}

async function versionIn(client: pg.Client): Promise<number> {
  const table = await client.query("select to_regclass('schema_versions') is not null as there")
  if (!table.rows[0]?.there) return 0
  const { rows } = await client.query('select coalesce(max(version), 0) as version from schema_versions')
  return rows[0].version
}

function migrations(): string[] {
  const names = readdirSync(FOLDER).sort()
  return names.map((name, at) => {
    if (Number.parseInt(name, 10) !== at + 1) throw new Error(`${name} is not migration number ${at + 1}`)
    return readFileSync(new URL(name, FOLDER), 'utf8')
  })
}

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
    const config = { application_name: 'inkling tools', ...(option === '--direct-store' && REFUSED_BY_POOLS) }
    client = await connectTo(new Hosts(url), config)
    return await work(client)
  } catch (error) {
    throw error instanceof DatabaseUseError ? error : unusable(url, error, option)
  } finally {
    await client?.end().catch(() => {})
  }
}

/**
 * A parameter that pgbouncer does not accept, with the largest value. Through a pool in transaction mode, locks and
 * LISTEN would stay behind in other sessions.
 */
const REFUSED_BY_POOLS = { statement_timeout: 2 ** 31 - 1 }

const newer = (url: string, found: number, known: number): DatabaseUseError =>
  new DatabaseUseError(
    `${sentence(databaseName(url))} has schema version ${found}, but this program supports only up to version ${known}. Run a newer Inkling, or choose another database with --store.`,
  )

/** The error for a `--direct-store` that does not fit `--store`. */
export const notTheSame = (url: string, direct: string): DatabaseUseError =>
  new DatabaseUseError(
    `--store and --direct-store do not use the same tables: ${databaseName(url)} leads to a different database or schema from ${databaseName(direct)}. Correct one of them, or the pool in front of the database.`,
  )

/** The option of `serve` that named a database. */
type StoreOption = '--store' | '--direct-store'

/** Adds advice, which names the option that gave the URL, to an error of opening a database. */
export function unusable(url: string, error: unknown, option: StoreOption = '--store'): unknown {
  const reason = convertError(error)
  if (!(reason instanceof Error)) return error
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

/** Advice for a code of PostgreSQL or of the client library, or for a message without a code. */
const ADVICE: readonly (readonly [problems: RegExp, advice: string])[] = [
  [
    /client password must be/,
    'Add the password to --store, as in postgres://user:password@host/database, or set PGPASSWORD.',
  ],
  [/^ERR_INVALID_URL /, 'Percent-encode special characters in the password, for example # as %23.'],
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
  [/^(53|57P0|08)/, 'Wait until it accepts connections again.'],
]

/** A database by its URL, without user and password. */
export function databaseName(url: string): string {
  const [, hosts = '', path = '', search] = /^[^/]*\/\/(?:[^/?]*@)?([^/?]*)([^?]*)(?:\?(.*))?/.exec(url) ?? []
  const host = new URLSearchParams(search).get('host') || hosts.replace(/%2f/gi, '/') || 'localhost'
  const isSocket = host.startsWith('/')
  return isSocket ? `the database ${path.slice(1)} on the socket in ${host}` : `the database ${host}${path}`
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
