import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AggregatorRegistry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../../../core/contract/constants.ts'
import { anyone, newServer, overHttp, playerOf } from '../../../compose/friends.fixture.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../../main.ts'
import { TroubledStore } from '../troubled-store.fixture.ts'
import { Metrics } from './metrics.ts'

let folder: string
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-metrics-'))
  server = await startServer({
    port: 0,
    data: join(folder, 'data'),
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: 'the admin key',
    limitLoopback: true,
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text()

/** The value of a metric. @param name includes its labels, if any. */
const figure = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

const status = (headers: Record<string, string>, { url } = server): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${url}/metrics`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })

test('a store that cannot be read is reported, and the other metrics are served', async () => {
  const store = new TroubledStore()
  const problems: unknown[] = []
  const { engine } = newServer({ store })
  const own = new Metrics(engine)
  own.sockets = () => 3
  own.onProblem = (problem) => problems.push(problem)
  const away = new Error('the store is away')
  store.before = () => Promise.reject(away)
  const text = await own.text()
  expect(figure(text, 'inkling_store_up')).toBe(0)
  expect(figure(text, 'inkling_sockets')).toBe(3)
  expect(figure(text, 'inkling_outbox_games')).toBeUndefined()
  expect(problems).toEqual([away])
})

test('the event loop lag of several processes is that of the slowest', async () => {
  const [, ofProcess] = new Metrics(server.engine).registries
  const ofOne = (await ofProcess?.getMetricsAsJSON()) ?? []
  const p99 = 'nodejs_eventloop_lag_p99_seconds'
  const lagging = (value: number) =>
    ofOne.map((each) => (each.name === p99 ? { ...each, values: [{ value, labels: {} }] } : each))
  const all = [lagging(0.02), lagging(0.9), lagging(0.02)]
  const text = await AggregatorRegistry.aggregate(all as never).metrics()
  expect(figure(text, p99)).toBe(0.9)
})

test('calls are counted by route and status, without paths and ids of requests', async () => {
  const ann = await playerOf(overHttp(server), 'ann')
  const { id } = await ann.createGroup({ body: { name: 'Owls' } })
  await ann.jumpIn()
  for (let at = 0; at < 3; at++) await ann.getGroup({ params: { id } })
  await expect(ann.getGroup({ params: { id: 'no-such-group' } })).rejects.toThrow()
  await fetch(`${server.url}/some/secret/path?token=${ann.token}`)
  const text = await metrics()
  const count = (labels: string) => figure(text, `inkling_http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",route="/api/groups/{id}",code="200"')).toBe(3)
  expect(count('method="GET",route="/api/groups/{id}",code="404"')).toBe(1)
  expect(count('method="GET",route="other",code="404"')).toBe(1)
  for (const secret of [id, 'no-such-group', 'secret', ann.token]) expect(text).not.toContain(secret)
  expect(figure(text, 'inkling_store_up')).toBe(1)
  expect(figure(text, `inkling_info{version="${VERSION}"}`)).toBe(1)
  expect(figure(text, 'inkling_accounts')).toBe(1)
  // The group has none before its second member.
  expect(figure(text, 'inkling_games_open')).toBe(1)
  expect(figure(text, 'inkling_players_today')).toBe(1)
  expect(figure(text, 'inkling_maintenance')).toBe(0)
  expect(figure(text, 'inkling_capacity_used_ratio')).toBeGreaterThan(0)
  expect(figure(text, 'inkling_rollover_lag_seconds')).toBe(0)
  expect(figure(text, 'inkling_outbox_games')).toBe(0)
  expect(figure(text, 'inkling_push_lag_seconds')).toBe(0)
  expect(figure(text, 'inkling_sockets')).toBe(0)
  expect(figure(text, 'inkling_journal_bytes')).toBeGreaterThan(100)
  expect(figure(text, 'inkling_transaction_retries_total{cause="changed"}')).toBe(0)
  expect(figure(text, 'inkling_database_waiting')).toBeUndefined()
})

test('a roll-over that is due has a lag', async () => {
  server.clock.freezeAt('2026-03-08T00:10:00-05:00')
  server.engine.stopRollOver()
  expect(figure(await metrics(), 'inkling_rollover_lag_seconds')).toBe(600)
})

test('the last save that was written and checked has a time, and survives a restore', async () => {
  const name = 'inkling_last_save_timestamp_seconds'
  expect(figure(await metrics(), name)).toBe(0)
  const admin = anyone(overHttp(server))
  const before = Math.floor(Date.now() / 1000)
  await admin.noteSave()
  await admin.resetWorld()
  expect(figure(await metrics(), name)).toBeGreaterThanOrEqual(before)
})

test('a maintenance is a metric', async () => {
  const admin = anyone(overHttp(server))
  await admin.startMaintenance({ body: {} })
  expect(figure(await metrics(), 'inkling_maintenance')).toBe(1)
  await admin.endMaintenance()
  expect(figure(await metrics(), 'inkling_maintenance')).toBe(0)
})

test('metrics are readable from this machine or with the admin key only', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  expect(await status({})).toBe(200)
  expect(await status(forwarded)).toBe(403)
  expect(await status({ ...forwarded, 'x-admin-key': 'another key' })).toBe(403)
  expect(await status({ ...forwarded, 'x-admin-key': 'the admin key' })).toBe(200)
  expect(await status({ host: 'rebound.example' })).toBe(403)
})

test('Prometheus reads metrics with their own key as a Bearer token, by any host name', async () => {
  const exposed = await startServer({
    port: 0,
    data: null,
    adminKey: 'the admin key',
    metricsKey: 'the metrics key',
    trustLoopback: false,
  })
  const host = 'inkling-1:4000'
  expect(await status({ host, authorization: 'Bearer the metrics key' }, exposed)).toBe(200)
  expect(await status({ host, 'x-admin-key': 'the admin key' }, exposed)).toBe(200)
  for (const headers of [
    {},
    { authorization: 'Bearer another key' },
    { authorization: 'Bearer the admin key' },
    { 'x-admin-key': 'the metrics key' },
  ])
    expect(await status(headers, exposed)).toBe(403)
  const control = await fetch(`${exposed.url}/control/clock`, {
    headers: { 'x-admin-key': 'the metrics key' },
  })
  expect(control.status).toBe(403)
  await exposed.close()
})

test('a server without a metrics key accepts no empty one', async () => {
  const exposed = await startServer({ port: 0, data: null, metricsKey: '', trustLoopback: false })
  expect(await status({ authorization: 'Bearer ' }, exposed)).toBe(403)
  await exposed.close()
  await expect(startServer({ port: 0, data: null, metricsKey: 'short' })).rejects.toThrow(
    'The metrics key has 5 characters. It needs at least 8.',
  )
})

test.each<Partial<ServerOptions>>([
  { trustLoopback: false },
  { publicUrl: 'https://inkling.example' },
  { trustProxy: '10.0.0.1' },
])('on a server for others, metrics need the admin key on this machine too: %j', async (options) => {
  const exposed = await startServer({ port: 0, data: null, adminKey: 'the admin key', ...options })
  expect(await status({}, exposed)).toBe(403)
  expect(await status({ 'x-admin-key': 'the admin key' }, exposed)).toBe(200)
  await exposed.close()
})

test('the dashboard and the alerts name metrics that exist', async () => {
  const text = await metrics()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['dashboard.json', 'alerts.yaml']) {
    const content = await readFile(new URL(`../../../../../monitoring/${file}`, import.meta.url), 'utf8')
    const named = [...content.matchAll(/\b(?:inkling|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }
})
