import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { anyone, overHttp } from '../../compose/friends.fixture.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../main.ts'
import { type OperatorStores, testOperatorStores } from '../shared/operator.suite.ts'
import { removeOldRows } from './old-rows.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, sql } from './schema.fixture.ts'

/* What the operator of several servers on one database does. */

let database: string
beforeEach(async () => {
  database = await newSchema()
})

async function openStore(): Promise<PostgresStore> {
  const store = await PostgresStore.open(database)
  onTestFinished(() => store.close())
  return store
}

async function stores(): Promise<OperatorStores> {
  const { controls, adminCalls } = await openStore()
  return {
    value: {
      get: () => controls.get('operator'),
      change: (change) => controls.change('operator', change),
    },
    calls: adminCalls,
    reopen: stores,
  }
}
testOperatorStores('PostgreSQL', stores)

test('calls of admins stay for 90 days, however many there are', async () => {
  const store = await openStore()
  await sql(
    database,
    `insert into controls
     select 'admin call ' || to_char(now() at time zone 'UTC' - days * interval '1 day', 'YYYYMMDDHH24MISSMS') || '-' || to_char(n, 'FM00000'), '{}'
     from generate_series(1, 10500) n, unnest(array[89, 91]) days`,
  )
  await store.controls.change('operator', () => ({ version: 1 }))
  await removeOldRows((text) => sql(database, text) as never, new AbortController().signal)
  const [row] = (
    await sql(
      database,
      `select count(*)::int, min(name) > 'admin call ' || to_char(now() at time zone 'UTC' - interval '90 days', 'YYYYMMDD') as young
       from controls where name like 'admin call %'`,
    )
  ).rows
  expect(row).toEqual({ count: 10_500, young: true })
  expect(await store.controls.get('operator')).toEqual({ version: 1 })
})

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, data: null, database, ...options })
  onTestFinished(() => server.close())
  return server
}
const adminOf = (server: RunningServer, adminKey: string) => anyone({ ...overHttp(server), adminKey })

test('servers share the maintenance, the announcements, the calls of admins and a new key', async () => {
  const servers = [await start(), await start()] as const
  const [first, second] = servers
  const before = first.adminKey ?? ''
  expect(second.adminKey).toBe(before)
  await second.processes?.follow()
  const { adminKey } = await adminOf(first, before).rotateAdminKey()
  // The reply comes when the other server has taken the key over.
  for (const server of servers) {
    await expect(adminOf(server, before).getClock()).rejects.toMatchObject({ status: 403 })
    await adminOf(server, adminKey).getClock()
  }
  await adminOf(second, adminKey).startMaintenance({ body: { message: 'Back at three.' } })
  const signingIn = adminOf(first, adminKey).signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  await expect(signingIn).rejects.toMatchObject({ status: 503, message: 'Back at three.' })
  await adminOf(second, adminKey).announce({ body: { text: 'Soon.' } })
  await first.processes?.follow()
  expect((await adminOf(first, adminKey).getAnnouncements()).announcements).toMatchObject([{ text: 'Soon.' }])
  const { calls } = await adminOf(first, adminKey).listAdminCalls({ query: {} })
  expect(calls.map(({ path }) => path)).toEqual([
    '/control/announcements',
    '/control/maintenance',
    '/control/clock',
    '/control/clock',
    '/control/admin-key',
  ])
  const third = await start()
  expect(third.adminKey).toBe(adminKey)
})
