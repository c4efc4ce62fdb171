import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { createClient } from '../../contract/client/client.ts'
import { DOOR_OPTIONS, playDay } from '../../doors/door-day.fixture.ts'
import { type RunningServer, startServer } from '../../main.ts'
import { schemaVersion } from './migrations.ts'
import { installedPgbouncer, type Pgbouncer, startPgbouncer } from './pgbouncer.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, servers } from './schema.fixture.ts'

/* Servers behind a pool in transaction mode: each transaction may use another session. */

const [postgres] = servers
if (!postgres) throw new Error('No PostgreSQL server was started')

describe.skipIf(installedPgbouncer === undefined)('behind pgbouncer in transaction mode', () => {
  let direct: string
  let pool: Pgbouncer

  beforeEach(async () => {
    direct = await newSchema(postgres)
    const schema = decodeURIComponent(direct).split('search_path=')[1] ?? ''
    pool = await startPgbouncer(installedPgbouncer ?? '', postgres, schema)
  })
  afterEach(() => pool.stop())

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

  test('the URL of another database or schema beside that of the pool is refused, and is not migrated', async () => {
    const other = await newSchema(postgres)
    await expect(PostgresStore.open(pool.url, { direct: other })).rejects.toThrow(
      /^--store and --direct-store do not use the same tables: .*\. Correct one of them/,
    )
    expect(await schemaVersion(other)).toMatchObject({ found: 0 })
  })

  test('a direct URL that leads to the pool is refused', async () => {
    await expect(PostgresStore.open(pool.url, { direct: pool.url })).rejects.toThrow(
      /If this is pgbouncer, give the URL of the database itself, which `inkling serve` takes as --direct-store\.$/,
    )
  })

  test('a database itself that does not exist is refused, with the option that names it', async () => {
    const nowhere = new URL(direct)
    nowhere.pathname = '/nowhere'
    await expect(PostgresStore.open(pool.url, { direct: nowhere.href })).rejects.toThrow(
      /\/nowhere cannot be used: .* choose another one with --direct-store\.$/,
    )
  })

  test('two servers serve many players at once, and notify each other', async () => {
    const clock = '2026-03-07T12:00:00-05:00'
    const options = { port: 0, data: null, database: pool.url, directDatabase: direct, clock }
    const running: RunningServer[] = [await startServer(options), await startServer(options)]
    try {
      const clients = await Promise.all(
        Array.from({ length: 40 }, async (_, at) => {
          const baseUrl = running[at % 2]?.url ?? ''
          const deviceId = `device_pooled_${at}_0123456789`
          const { token } = await createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId } })
          return createClient({ baseUrl, fetch, token: () => token })
        }),
      )
      await Promise.all(clients.map((client) => client.jumpIn()))
      const { totalPlayers } = (await clients[0]?.getDailyStats()) ?? {}
      expect(totalPlayers).toBe(40)
      const [first, second] = running
      await createClient({
        baseUrl: first?.url ?? '',
        fetch,
        ...(first?.adminKey && { adminKey: first.adminKey }),
      }).changeClock({ body: { freeze: true } })
      await vi.waitFor(() => expect(second?.clock.mode).toBe('frozen'), { timeout: 15_000 })
    } finally {
      for (const server of running) await server.close()
    }
  })
})
