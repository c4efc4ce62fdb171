import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCrowd, crowdUserId } from '../../compose/crowd.fixture.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { databaseName } from './connection/database-access.ts'
import { migrate, schemaVersion } from './migrations.ts'
import { PostgresStore } from './postgres-store.ts'
import { newDatabase, newSchema, schemaIn, serversOfDay, sql } from './schema.fixture.ts'

test.each([
  ['postgres://ann:hidden@host:5433/inkling?sslmode=require', 'the database host:5433/inkling'],
  ['postgres:///inkling', 'the database localhost/inkling'],
  [
    'postgres://ann@%2Fvar%2Frun%2Fpostgresql/inkling',
    'the database inkling on the socket in /var/run/postgresql',
  ],
  ['postgres://ann@/inkling?host=/tmp', 'the database inkling on the socket in /tmp'],
  ['postgres://ann:hid/den@host:5433/inkling?sslmode=require', 'the database host:5433/inkling'],
  ['postgres://ann:1/h?d@e#n@host/inkling', 'the database host/inkling'],
  ['postgres://host/inkling?user=ann@example.com&sslrootcert=/tmp/a', 'the database host/inkling'],
])('the name of %s is %s', (url, name) => {
  expect(databaseName(url)).toBe(name)
})

describe.each(serversOfDay)('the migrations on $name', (server) => {
  test('run once, however many processes start at the same time', async () => {
    const url = await newSchema(server)
    expect((await schemaVersion(url)).found).toBe(0)
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)])
    const { found, known } = await schemaVersion(url)
    expect(found).toBe(known)
    expect(runs.filter(({ from }) => from === 0)).toHaveLength(1)
    expect(await migrate(url)).toEqual({ from: known, to: known })
  })

  test('refuse a database whose encoding cannot store every name, and say how to create another one', async () => {
    const { url } = await newDatabase(server, "encoding 'LATIN1' template template0 locale 'C'")
    await expect(migrate(url)).rejects.toThrow(
      /has the encoding LATIN1, which .* Create one with createdb --encoding=UTF8 --template=template0 --locale=C inkling, /,
    )
  })

  test.each([
    ['create table invoices (id int)', 'invoices'],
    [
      'create view b as select 1; create table a (id int); create table c (id int); create table d (id int)',
      'a, b, c and 1 more',
    ],
    ['create table schema_versions (version text primary key)', 'schema_versions'],
    [
      'create table schema_versions (version int, applied_at timestamptz); create table games (id int)',
      'schema_versions',
    ],
  ])('refuse the tables of another program, and leave them alone: %s', async (statements, names) => {
    const url = await newSchema(server)
    await sql(url, statements)
    const tablesThere = async () =>
      (
        await sql(
          url,
          'select relname from pg_class where relnamespace = current_schema()::regnamespace order by 1',
        )
      ).rows
    const before = await tablesThere()
    const migrating = migrate(url, 'DATABASE_URL')
    await expect(migrating).rejects.toThrow(StartupError)
    await expect(migrating).rejects.toThrow(
      `has tables of another program (${names}), and nothing was changed. Create a database of its own`,
    )
    expect(await tablesThere()).toEqual(before)
  })

  test('accept the tables of extensions', async () => {
    const url = await newSchema(server)
    const { rows } = await sql(url, "select 1 from pg_available_extensions where name = 'pg_stat_statements'")
    if (rows.length === 0) return
    await sql(url, `create extension pg_stat_statements schema ${schemaIn(url)}`)
    onTestFinished(async () => {
      await sql(url, 'drop extension pg_stat_statements')
    })
    expect((await migrate(url)).from).toBe(0)
  })

  test('refuse a schema of a newer version, and do not change it', async () => {
    const url = await newSchema(server)
    const { to } = await migrate(url)
    await sql(url, `insert into schema_versions (version) values (${to + 1})`)
    const opening = PostgresStore.open(url)
    await expect(opening).rejects.toThrow(StartupError)
    await expect(opening).rejects.toThrow(
      `has schema version ${to + 1}, but this program supports only up to version ${to}. Run a newer Inkling`,
    )
  })

  test('accept a newer schema whose migrations are marked as compatible with this program', async () => {
    const url = await newSchema(server)
    const { to } = await migrate(url)
    await sql(
      url,
      `alter table users add column newer_column text not null default ''; create table newer_table (id text primary key);
       insert into schema_versions (version, oldest_program) values (${to + 1}, ${to})`,
    )
    const store = await PostgresStore.open(url)
    await createCrowd(store, { groups: 1, membersEach: 2, createdAt: '2026-03-07T17:00:00.000Z' })
    expect(await store.transaction((tx) => tx.get('users', crowdUserId(0, 1)))).toBeDefined()
    await store.close()
    expect(await migrate(url)).toEqual({ from: to + 1, to: to + 1 })
    await sql(url, `insert into schema_versions (version, oldest_program) values (${to + 2}, ${to + 1})`)
    await expect(migrate(url)).rejects.toThrow('Run a newer Inkling')
  })

  test('refuse a schema that was never released, and do not change it', async () => {
    const url = await newSchema(server)
    await migrate(url)
    await sql(url, 'update schema_versions set version = version - 2')
    await expect(migrate(url)).rejects.toThrow('has schema version 12, which was never released. Choose')
  })

  test('add up the counts of a day', async () => {
    const url = await newSchema(server)
    await sql(url, readFileSync(new URL('./migrations/0013-tables.sql', import.meta.url), 'utf8'))
    await sql(url, 'insert into schema_versions (version) values (13)')
    await sql(
      url,
      "insert into day_counts values ('2026-03-07', 0, 3), ('2026-03-07', 4, 2), ('2026-03-08', 0, 1)",
    )
    expect((await migrate(url)).from).toBe(13)
    const { rows } = await sql(url, 'select day::text, players from day_counts order by day')
    expect(rows.map(({ day, players }) => [day, players])).toEqual([
      ['2026-03-07', 5],
      ['2026-03-08', 1],
    ])
  })

  test('explain what to do about an unusable database, without its password', async () => {
    const missing = new URL(server.url)
    missing.pathname = '/nowhere'
    missing.password = 'a secret'
    const messageOf = (url: string) => PostgresStore.open(url).then(String, (error) => String(error.message))
    const message = await messageOf(missing.href)
    expect(message).toMatch(/^The database 127\.0\.0\.1:\d+\/nowhere cannot be used: /)
    expect(message).not.toContain('a secret')
    const refusing = await messageOf('postgres://postgres:hidden@127.0.0.1:1/inkling')
    expect(refusing).toMatch(/ECONNREFUSED.*Start PostgreSQL there, or correct the address/)
    expect(refusing).not.toContain('hidden')
    const address = `${new URL(server.url).host}${new URL(server.url).pathname}`
    expect(await messageOf(`postgres://postgres:hid#den@${address}`)).toMatch(/percent-encode/)
    expect(await messageOf('postgres://postgres@127.0.0.1:99999/inkling')).toMatch(
      /Correct the port in --store/,
    )
    expect(await messageOf(`${server.url}?sslrootcert=/no/such.pem`)).toMatch(/Correct the path of the cert/)
    vi.stubEnv('PGHOST', '/no/such/folder')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await messageOf('postgres:///inkling')).toMatch(
      /^The database inkling on the socket in \/no\/such/,
    )
    expect(await messageOf(`${server.url}?sslmode=verify-full`)).toMatch(/Remove sslmode from --store/)
    const schema = await newSchema(server)
    const readOnly = schema.replace('options=', 'options=-cdefault_transaction_read_only%3Don%20')
    expect(await messageOf(readOnly)).toMatch(/Choose a database that accepts writes/)
    const elsewhere = `${server.url}?options=-csearch_path%3Dno_such_schema`
    expect(await messageOf(elsewhere)).toMatch(/Create the schema with create schema/)
  })

  test('explain what to do about tables that may not be read', async () => {
    const url = await newSchema(server)
    await migrate(url)
    const { password } = new URL(server.url)
    const schema = schemaIn(url)
    const user = `reader_of_${schema}`
    await sql(
      url,
      `create role ${user} login password '${password}'; grant usage on schema ${schema} to ${user}`,
    )
    await sql(url, `grant select on ${schema}.schema_versions to ${user}`)
    const asReader = new URL(url)
    asReader.username = user
    const opening = PostgresStore.open(asReader.href)
    await expect(opening).rejects.toThrow(StartupError)
    await expect(opening).rejects.toThrow(/Grant its user the right to create, read and change tables/)
    await sql(url, `drop owned by ${user}; drop role ${user}`)
  })
})
