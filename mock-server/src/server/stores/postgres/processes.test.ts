import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientOf } from '../../../core/contract/client/client.ts'
import { DAY_MS } from '../../../core/contract/constants.ts'
import { anyone, inOneGroup, overHttp, playerOf, signInAll } from '../../compose/friends.fixture.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../main.ts'
import { type StoredSecrets, storedSecrets } from '../../platform/secrets.ts'
import { user } from '../shared/documents.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema } from './schema.fixture.ts'

/* State that servers on one database share. */

const CLOCK = '2026-03-07T12:00:00-05:00'
const KEY = 'key of the processes'
const PATIENCE = { timeout: 15_000 }

let database: string
let running: RunningServer[]

beforeEach(async () => {
  database = await newSchema()
  running = []
})
afterEach(async () => {
  for (const server of running) await server.close()
})

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, data: null, database, adminKey: KEY, ...options })
  running.push(server)
  return server
}
const admin = (server: RunningServer) => anyone(overHttp(server))
const player = (server: RunningServer, token: string) =>
  clientOf({ baseUrl: server.url, fetch }, { token: () => token })
const signIn = async (server: RunningServer) => (await playerOf(overHttp(server), 'ann')).token

/** ann draws, ben skips. */
async function completeGame(server: RunningServer): Promise<void> {
  const [ann, ben] = await signInAll(overHttp(server), ['ann', 'ben'])
  await inOneGroup([ann, ben])
  await ann.draw()
  await ben.skipTurn()
}

test('a server with another time zone than a running one is refused, and can be started when that one has stopped', async () => {
  const [first] = [await start({ timeZone: 'Europe/Oslo' }), await start({ timeZone: 'Europe/Oslo' })]
  await expect(start({ timeZone: 'Asia/Tokyo' })).rejects.toThrow(
    /^The time zone is Asia\/Tokyo, and a running server on this database has Europe\/Oslo\. Set GAME_TIME_ZONE=Europe\/Oslo; or, /,
  )
  await first.processes?.follow()
  expect((await admin(first).getControlStatus()).processes).toBe(2)
  for (const server of running.splice(0)) await server.close()
  await start({ timeZone: 'Asia/Tokyo' })
})

test('the event stream of one server has the events of another', async () => {
  const [first, second] = [await start({ clock: CLOCK }), await start()]
  const reading = new AbortController()
  const stream = await fetch(`${second.url}/control/events`, {
    headers: { 'x-admin-key': KEY },
    signal: reading.signal,
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await completeGame(first)
  let read = ''
  while (!read.includes('event: game-completed')) read += (await reader?.read())?.value ?? ''
  reading.abort()
  // The day starts by itself within a second, which may be before the stream.
  const types = [...read.matchAll(/^event: (.*)$/gm)]
    .map(([, type]) => type)
    .filter((type) => type !== 'day-started')
  // Each event once, in the order in which they happened.
  expect(types).toEqual(['game-created', 'turn-started', 'turn-ended', 'turn-ended', 'game-completed'])
})

test('all servers share one clock, including those that start later', async () => {
  const [first, second] = [await start({ clock: CLOCK }), await start()]
  await admin(first).changeClock({ body: { freeze: true } })
  await second.processes?.follow()
  const { now, mode } = await admin(second).getClock()
  expect(mode).toBe('frozen')
  expect((await admin(first).getClock()).now).toBe(now)
  // Concurrent changes all take effect.
  await Promise.all(
    [first, second, first, second].map((server) =>
      admin(server).changeClock({ body: { advanceMs: 60_000 } }),
    ),
  )
  const later = new Date(Date.parse(now) + 240_000).toISOString()
  for (const server of [first, second, await start()]) {
    await server.processes?.follow()
    expect(await admin(server).getClock()).toEqual({ now: later, mode: 'frozen' })
  }
  await expect(admin(second).changeClock({ body: { advanceMs: 1e18 } })).rejects.toThrow('1990 to')
  await admin(second).changeClock({ body: { resume: true } })
  await first.processes?.follow()
  expect((await admin(first).getClock()).mode).toBe('system')
})

test('a new secret signs when every server has read it', async () => {
  const [first, second] = [await start(), await start()]
  const old = await signIn(first)
  const store = await PostgresStore.open(database)
  const changeSecrets = (change: (secrets: StoredSecrets['tokenSecrets']) => StoredSecrets['tokenSecrets']) =>
    store.secrets.change('secrets', (stored) => {
      const { seed, tokenSecrets } = storedSecrets.parse(stored)
      return { seed, tokenSecrets: change(tokenSecrets) }
    })
  const since = (ageMs: number) => new Date(Date.now() - ageMs).toISOString()
  const profileOn = async (server: RunningServer, token: string) =>
    (await player(server, token).getProfile()).username

  await changeSecrets((secrets) => secrets.map(({ secret }) => ({ secret, since: since(8 * DAY_MS) })))
  // It rotates the key, and the others do not know the new one yet.
  const third = await start()
  expect(third.engine.settings.tokenSecrets).toHaveLength(2)
  const early = await signIn(third)
  expect(await profileOn(first, early)).toMatch(/^Player/)

  await changeSecrets(([newest, ...others]) => [
    { secret: newest?.secret ?? '', since: since(60_000) },
    ...others,
  ])
  for (const server of [first, second, third]) await server.processes?.follow()
  const later = await signIn(second)
  for (const server of [first, second, third])
    for (const token of [old, early, later]) expect(await profileOn(server, token)).toMatch(/^Player/)
  // Only the new secret is left, and it has signed the latest token.
  await changeSecrets(([newest]) => (newest ? [newest] : []))
  await store.close()
  await first.processes?.follow()
  expect(await profileOn(first, later)).toMatch(/^Player/)
  await expect(player(first, early).getProfile()).rejects.toMatchObject({ code: 'AUTH_INVALID' })
})

test('all servers share the players of a day and a reset, and each has its own push messages', async () => {
  const [first, second] = [await start({ clock: CLOCK }), await start()]
  const ann = await signIn(second)
  const before = await player(first, ann).getDailyStats()
  await player(second, ann).pingActivity()
  expect((await player(first, ann).getDailyStats()).totalPlayers).toBe(before.totalPlayers + 1)
  for (const [at, server] of [first, second].entries())
    await server.engine.ports.push.send({
      token: `phone ${at}`,
      platform: 'ios',
      title: 'Hello',
      body: '',
      kind: 'turn',
      path: '/',
      lifeMs: 1,
    })
  const sentBy = async (server: RunningServer) =>
    (await admin(server).getOutbox()).items.map(({ token }) => token)
  expect([await sentBy(first), await sentBy(second)]).toEqual([['phone 0'], ['phone 1']])

  const heard: string[] = []
  second.engine.events.listen(({ type }) => heard.push(type))
  await admin(first).resetWorld()
  expect([await sentBy(first), await sentBy(second)]).toEqual([[], ['phone 1']])
  await vi.waitFor(() => expect(heard).toContain('world-replaced'), PATIENCE)
  // A player of the replaced world who returns counts again: the server has cleared its cache.
  const again = await signIn(second)
  await player(second, again).pingActivity()
  expect((await player(first, again).getDailyStats()).totalPlayers).toBe(before.totalPlayers + 1)
})

test('a due notification is sent by one server only', async () => {
  const [first, second] = [await start({ clock: CLOCK }), await start()]
  const names = Array.from({ length: 30 }, (_, at) => `player${at}`)
  await first.engine.ports.store.transaction(async (tx) => {
    for (const [at, userId] of names.entries()) {
      const createdAt = '2026-03-01T12:00:00.000Z'
      tx.insert('users', user(userId))
      tx.insert('pushTokens', { token: userId, platform: 'ios', userId, deviceId: null, createdAt })
      const text = { title: 'Hello', body: String(at) }
      const expiresAt = '2026-03-09T05:00:00.000Z'
      tx.insert('messages', {
        id: userId,
        kind: 'notice',
        userId,
        gameId: null,
        day: '2026-03-07',
        dueAt: createdAt,
        expiresAt,
        text,
      })
    }
  })
  await Promise.all([first.engine.sendDue(), second.engine.sendDue()])
  const sent = [first, second].map(async (server) => (await admin(server).getOutbox()).items)
  const tokens = (await Promise.all(sent)).flat().map(({ token }) => String(token))
  expect(tokens.toSorted()).toEqual(names.toSorted())
})

test('limits are shared, except that of a player, and faults apply to one server', async () => {
  const [first, second] = [await start({ limitLoopback: true }), await start({ limitLoopback: true })]
  const statuses: number[] = []
  for (let at = 0; at < 24; at++) {
    const { url } = at % 2 === 0 ? first : second
    const headers = { 'x-admin-key': `wrong ${at}` }
    statuses.push((await fetch(`${url}/control/status`, { headers })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(403), ...Array(4).fill(429)])

  const ann = await signIn(first)
  const headers = { authorization: `Bearer ${ann}` }
  const { headers: limited } = await fetch(`${second.url}/api/user/profile`, { headers })
  expect(limited.get('ratelimit-policy')).toContain('"player"; q=600')

  await first.processes?.follow()
  expect((await admin(first).getControlStatus()).processes).toBe(2)
  const fault = { match: { path: '/api/user/profile' }, status: 503, code: 'UNAVAILABLE' }
  await admin(first).putFaults({ body: [fault] })
  expect((await fetch(`${first.url}/api/user/profile`, { headers })).status).toBe(503)
  expect((await fetch(`${second.url}/api/user/profile`, { headers })).status).toBe(200)
  await admin(second).clearFaults()
  expect((await fetch(`${first.url}/api/user/profile`, { headers })).status).toBe(503)
  await admin(first).clearFaults()
  expect((await fetch(`${first.url}/api/user/profile`, { headers })).status).toBe(200)
})
