import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { DOOR_OPTIONS, playDay } from '../../doors/door-day.fixture.ts'
import { schemaVersion } from './migrations.ts'
import { installedPgbouncer, type Pgbouncer, startPgbouncer } from './pgbouncer.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema } from './schema.fixture.ts'

/* Servers behind a pool in transaction mode: each transaction may use another session. */

describe.skipIf(installedPgbouncer === undefined)('behind pgbouncer in transaction mode', () => {
  let direct: string
  let pool: Pgbouncer

  beforeAll(async () => {
    direct = await newSchema()
    pool = await startPgbouncer(installedPgbouncer ?? '', direct)
  })
  afterAll(() => pool.stop())

  test('every endpoint answers as in memory', async () => {
    const store = await PostgresStore.open(pool.url, { direct })
    try {
      const play = (server: ReturnType<typeof createInProcessServer>) =>
        playDay({ server, fetch: server.fetch, origin: 'http://in-process' })
      const inMemory = await play(createInProcessServer(DOOR_OPTIONS))
      expect(await play(createInProcessServer({ ...DOOR_OPTIONS, store }))).toEqual(inMemory)
    } finally {
      await store.close()
    }
  })

  test('a server without the URL of the database itself is refused, with advice to add it', async () => {
    await expect(PostgresStore.open(pool.url)).rejects.toThrow(
      /give the URL of the database itself, which `inkling serve` takes as --direct-store\.$/,
    )
  })

  test('also one that ignores what it does not know is refused', async () => {
    const ignoring = await startPgbouncer(
      installedPgbouncer ?? '',
      direct,
      'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
    )
    try {
      await expect(PostgresStore.open(ignoring.url)).rejects.toThrow(
        /ignores the startup parameter statement_timeout\. If this is pgbouncer, .* --direct-store\.$/,
      )
      const store = await PostgresStore.open(ignoring.url, { direct })
      expect(await store.transaction((tx) => tx.get('users', 'nobody'))).toBeUndefined()
      await store.close()
    } finally {
      await ignoring.stop()
    }
  })

  test('the URL of another database or schema beside that of the pool is refused, and is not migrated', async () => {
    const other = await newSchema()
    await expect(PostgresStore.open(pool.url, { direct: other })).rejects.toThrow(
      /^--store and --direct-store do not use the same tables: .*\. Correct one of them/,
    )
    expect(await schemaVersion(other)).toMatchObject({ found: 0 })
  })
})
