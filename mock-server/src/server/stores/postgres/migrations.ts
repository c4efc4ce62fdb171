import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { StartupError } from '../../platform/startup-error.ts'
import { databaseName, sentence, withClient } from './connection/database-access.ts'

/** SQL files. Their names begin with their numbers. */
const FOLDER = new URL('./migrations/', import.meta.url)

export interface SchemaVersion {
  /** Version of the database; 0 if it was never migrated. */
  readonly found: number
  /** Version that this program expects. */
  readonly known: number
}

/** The schema versions of a database and of this program. */
export const schemaVersion = (url: string, place = '--store'): Promise<SchemaVersion> =>
  withClient(
    url,
    async (client) => ({ found: await versionIn(client, url, place), known: knownVersion() }),
    place,
  )

/**
 * Migrates the schema of a database to the version of this program. Several processes may do so at once. A newer schema
 * is not changed, and is accepted if its migrations say that this version of the program can use it.
 * @returns the versions before and after.
 * @throws {StartupError} if the database cannot be reached, has another encoding, is read-only, or has a newer version that
 * needs a newer program.
 */
export function migrate(url: string, place = '--store'): Promise<{ from: number; to: number }> {
  const work = async (client: pg.Client) => {
    const known = knownVersion()
    await checkEncoding(client, url, place)
    await checkWrites(client, url, place)
    let from = await versionIn(client, url, place)
    if (from < known) {
      const lock = 'hashtextextended(current_schema()::text || $1, 0)'
      await client.query(`select pg_advisory_lock(${lock})`, [' migrations'])
      // Another process may have migrated in the meantime.
      from = await versionIn(client, url, place)
      if (from === 0) await checkEmpty(client, url, place)
    }
    if (from > known) {
      if ((await oldestProgram(client, known)) > known) throw newer(url, from, known, place)
      return { from, to: from }
    }
    for (const { version, sql } of migrations()) {
      if (version > from) await apply(client, version, sql)
    }
    return { from, to: known }
  }
  return withClient(url, work, place)
}

/** @throws {StartupError} if the database cannot store every character. */
async function checkEncoding(client: pg.Client, url: string, place: string): Promise<void> {
  const { rows } = await client.query('show server_encoding')
  const encoding = rows[0].server_encoding
  // SQL_ASCII stores UTF-8 unchanged.
  if (encoding === 'UTF8' || encoding === 'SQL_ASCII') return
  throw new StartupError(
    `${sentence(databaseName(url))} has the encoding ${encoding}, which cannot store every name. Create one with createdb --encoding=UTF8 --template=template0 --locale=C inkling, and choose it with ${place}.`,
  )
}

/** @throws {StartupError} if the database refuses writes, which calls would find out only later. */
async function checkWrites(client: pg.Client, url: string, place: string): Promise<void> {
  const { rows } = await client.query('show transaction_read_only')
  if (rows[0].transaction_read_only === 'off') return
  throw new StartupError(
    `${sentence(databaseName(url))} is read-only. Choose a database that accepts writes with ${place}.`,
  )
}

async function apply(client: pg.Client, version: number, sql: string): Promise<void> {
  await client.query('begin')
  await client.query(sql)
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
    'select max(coalesce(oldest_program, version)) as oldest from schema_versions where version > $1',
    [after],
  )
  return rows[0].oldest
}

/** @throws {StartupError} if another program has a table of this name, or the version was never released. */
async function versionIn(client: pg.Client, url: string, place: string): Promise<number> {
  const table = await client.query(
    `select to_regclass('schema_versions') is not null as there,
       (select count(*) = 2 from pg_attribute where attrelid = to_regclass('schema_versions')
          and (attname, atttypid) in (('version', 'int4'::regtype), ('applied_at', 'timestamptz'::regtype)))
       and exists (select from pg_attribute where attrelid = to_regclass('games') and attname = 'takes_players') as ours`,
  )
  if (!table.rows[0]?.there) return 0
  if (!table.rows[0].ours) throw othersTables(url, ['schema_versions'], place)
  const { rows } = await client.query('select coalesce(max(version), 0) as version from schema_versions')
  const { version } = rows[0]
  if (version > 0 && version < FIRST) throw neverReleased(url, version, place)
  return version
}

/** The version of the first release. */
const FIRST = 13

function migrations(): { version: number; sql: string }[] {
  const names = readdirSync(FOLDER).sort()
  return names.map((name, at) => {
    const version = FIRST + at
    if (Number.parseInt(name, 10) !== version) throw new Error(`${name} is not migration number ${version}`)
    return { version, sql: readFileSync(new URL(name, FOLDER), 'utf8') }
  })
}

const knownVersion = (): number => migrations().at(-1)?.version ?? 0

/** @throws {StartupError} if the schema of a first migration has tables. Those of extensions do not count. */
async function checkEmpty(client: pg.Client, url: string, place: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by name`,
  )
  if (rows.length > 0)
    throw othersTables(
      url,
      rows.map(({ name }) => name),
      place,
    )
}

const othersTables = (url: string, names: readonly string[], place: string): StartupError => {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return new StartupError(
    `${sentence(databaseName(url))} has tables of another program (${names.slice(0, 3).join(', ')}${more}), and nothing was changed. Create a database of its own with createdb, or a schema (create schema inkling) and add ?options=-csearch_path%3Dinkling, and choose it with ${place}.`,
  )
}

const newer = (url: string, found: number, known: number, place: string): StartupError =>
  new StartupError(
    `${sentence(databaseName(url))} has schema version ${found}, but this program supports only up to version ${known}. Run a newer Inkling, or choose another database with ${place}.`,
  )

const neverReleased = (url: string, found: number, place: string): StartupError =>
  new StartupError(
    `${sentence(databaseName(url))} has schema version ${found}, which was never released. Choose another database with ${place}.`,
  )
