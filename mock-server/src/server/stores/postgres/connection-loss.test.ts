import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { group } from '../shared/documents.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newDatabase, newSchema, oneServer, sql } from './schema.fixture.ts'
import { TcpProxy } from './tcp-proxy.fixture.ts'

/* Broken connections: a proxy cuts them at a chosen moment. */

let url: string
let direct: PostgresStore
let store: PostgresStore
let proxy: TcpProxy
let problems: unknown[]
/** Durations of outages in milliseconds, each reported when the database responded again. */
let outages: number[]

beforeAll(async () => {
  url = await newSchema()
  direct = await PostgresStore.open(url)
})
afterAll(() => direct.close())

beforeEach(async () => {
  await sql(url, 'delete from groups; delete from controls; delete from secrets')
  await direct.transaction(async (tx) => tx.insert('groups', group('owls')))
  proxy = await TcpProxy.listen(Number(new URL(url).port))
  problems = []
  outages = []
  store = await PostgresStore.open(proxied(url), {
    onProblem: (problem) => problems.push(problem),
    onReturn: (awayMs) => outages.push(awayMs),
  })
})
afterEach(async () => {
  await store.close()
  await proxy.close()
})

function proxied(url: string): string {
  const address = new URL(url)
  address.port = String(proxy.port)
  return address.href
}

const grow = () =>
  store.transaction(async (tx) => {
    const before = await tx.get('groups', 'owls')
    const member = { userId: `u${before?.members.length}`, joinedAt: NOON }
    if (before) tx.replace('groups', before, { ...before, members: [...before.members, member] })
  })

const tries = () => store.figures().retries.away ?? 0

const members = async () => (await direct.transaction((tx) => tx.get('groups', 'owls')))?.members.length

/** After a long outage a call waits less than a second, and connecting may take longer. */
const returnOf = (lost: PostgresStore) =>
  vi.waitFor(() => lost.transaction((tx) => tx.get('groups', 'owls')), { timeout: 15_000 })

test('an idle connection that breaks is reported without the objects of the client library', async () => {
  await grow()
  proxy.cutAll()
  await expect.poll(() => problems, { timeout: 15_000 }).not.toHaveLength(0)
  for (const problem of problems) expect(problem).not.toHaveProperty('client')
})

test.each(['before', 'after'] as const)(
  'a write counts once when its connection breaks just %s the commit',
  async (when) => {
    proxy.cutNextCommits(1, when)
    await grow()
    expect(await members()).toBe(1)
    await grow()
    expect(await members()).toBe(2)
  },
)

test('a write is stored once if its connection breaks, and then the connection that settles whether it was stored', async () => {
  proxy.cutNextCommits(1, 'before')
  proxy.cutResponseTo('is_abandoned')
  await grow()
  expect(await members()).toBe(1)
})

test('a call of an admin is noted once if the connection breaks after that', async () => {
  proxy.cutResponseTo('insert into controls')
  const { adminCalls } = store
  const call = { id: '1', at: NOON, method: 'PUT', path: '/', body: null, from: null, status: null }
  await adminCalls.add(call)
  expect(await adminCalls.latest(undefined, 9)).toEqual([call])
})

test('the end of an outage is reported once', async () => {
  await grow()
  expect(outages).toEqual([])
  proxy.isRefusing = true
  proxy.cutAll()
  const grown = grow()
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(0), { timeout: 15_000, interval: 5 })
  proxy.isRefusing = false
  await grown
  await grow()
  expect(outages).toEqual([expect.any(Number)])
})

test('a change of the clock or of a secret is retried while the database is unreachable', async () => {
  for (const call of [
    () => store.controls.change('clock', () => 1),
    () => store.controls.get('clock'),
    () => store.secrets.change('seed', () => 1),
    () => store.secrets.get('seed'),
  ]) {
    proxy.isRefusing = true
    proxy.cutAll()
    const before = tries()
    const value = call()
    await vi.waitFor(() => expect(tries()).toBeGreaterThan(before), { timeout: 15_000, interval: 5 })
    proxy.isRefusing = false
    expect(await value).toBe(1)
  }
})

test('all work fails if the database stays unreachable, and the next work fails sooner', async () => {
  proxy.isRefusing = true
  proxy.cutAll()
  const failing = async () => {
    const startedAt = performance.now()
    const work = [
      grow(),
      store.transaction((tx) => tx.peekCount('users')),
      store.controls.change('clock', () => 1),
      store.secrets.get('seed'),
    ]
    for (const { status, reason } of (await Promise.allSettled(work)) as PromiseRejectedResult[])
      expect([status, reason]).toEqual(['rejected', expect.any(StoreUnavailableError)])
    return performance.now() - startedAt
  }
  const first = await failing()
  expect(await failing()).toBeLessThan(first)
  proxy.isRefusing = false
  await returnOf(store)
  await grow()
  expect(await members()).toBe(1)
})

/** Refuses connections to a database for a while, and expects that a write fails, and the next one does not. */
const expectRefusal = async (refuse: string, accept: string): Promise<void> => {
  const { name, url } = await newDatabase()
  const refused = await PostgresStore.open(url)
  onTestFinished(() => refused.close())
  const write = () => refused.transaction(async (tx) => tx.insert('groups', group('owls')))
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  const alter = (change: string, from = name) =>
    sql(oneServer().url, `alter database ${from} ${change.replace('$', name)}; ${end}`)
  await sql(oneServer().url, end)
  await alter(refuse)
  await expect(write()).rejects.toThrow(StoreUnavailableError)
  await alter(accept, refuse.startsWith('rename') ? `${name}_moved` : name)
  await returnOf(refused)
  await write()
}

test('a write fails as if the database were unreachable after alter database', async () => {
  // Each waits for the database as long as a call may.
  await Promise.all([
    expectRefusal('allow_connections false', 'allow_connections true'),
    expectRefusal('rename to $_moved', 'rename to $'),
  ])
})

test('connections that died silently are replaced while a call waits', async () => {
  await Promise.all([grow(), grow(), grow()])
  await vi.waitFor(() => expect(proxy.quietMs).toBeGreaterThan(1100), { timeout: 15_000 })
  proxy.silenceAll()
  await grow()
  expect(await members()).toBe(4)
})

test('a transaction that may take long replaces a connection that died silently while in use', async () => {
  await grow()
  proxy.silenceAll()
  expect(await store.transaction((tx) => tx.peekCount('groups'))).toBe(1)
})

test('an export fails if its connection dies while in use', async () => {
  const snapshot = await store.snapshot()
  proxy.silenceAll()
  await expect(snapshot.blobs(['0'])).rejects.toThrow(StoreUnavailableError)
  await snapshot.close()
  await returnOf(store)
  await (await store.snapshot()).close()
})

test('the store closes while an export waits for an unresponsive database', async () => {
  const closed = await PostgresStore.open(proxied(url))
  const snapshot = await closed.snapshot()
  proxy.silenceAll()
  const closing = closed.close()
  await expect(snapshot.blobs(['0'])).rejects.toThrow(StoreUnavailableError)
  await snapshot.close()
  await closing
})

test('calls fail as if the database were unreachable while a certificate is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const certificate = join(folder, 'ca.pem')
  await writeFile(certificate, '')
  const secured = await PostgresStore.open(`${proxied(url)}&sslmode=disable&sslrootcert=${certificate}`)
  // More than there are connections: the others wait for one.
  const calls = () => Array.from({ length: 12 }, () => secured.transaction((tx) => tx.get('groups', 'owls')))
  await Promise.all(calls())
  proxy.silenceAll()
  const failing = calls()
  await rm(certificate)
  proxy.cutAll()
  for (const { status, reason } of (await Promise.allSettled(failing)) as PromiseRejectedResult[]) {
    expect(status).toBe('rejected')
    expect(reason).toBeInstanceOf(StoreUnavailableError)
    expect(reason.message).toMatch(/ENOENT: .*ca\.pem|No connection to the database was free in time/)
  }
  await writeFile(certificate, '')
  await returnOf(secured)
  await Promise.all(calls())
  await secured.close()
})
