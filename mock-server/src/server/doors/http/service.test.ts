import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { VERSION } from '../../../core/contract/constants.ts'
import { OwnerBusyError, StoreUnavailableError } from '../../../engine/store.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../main.ts'
import { Outbox } from '../../platform/push/outbox.ts'
import { TroubledStore } from './troubled-store.fixture.ts'

/* Request ids, logs, readiness, CORS and shutdown of a listening server. */

let server: RunningServer
let lines: string[]

afterEach(() => server.close())

async function start(options: Partial<ServerOptions> = {}): Promise<string> {
  lines = []
  server = await startServer({
    port: 0,
    data: null,
    adminKey: 'the-admin-key',
    log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
    ...options,
  })
  return server.url
}

const DEVICE = 'device_ann_0123456789'

function raise(message: string): never {
  throw new Error(message)
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ deviceId: DEVICE })
  return (await (await fetch(`${url}/api/auth/device`, { method: 'POST', body })).json()).token
}

test('an internal error is logged with the request id of its response, which has no details', async () => {
  const store = new TroubledStore()
  const url = await start({ store })
  store.before = () => Promise.reject(new Error('a secret of the store'))
  const response = await fetch(`${url}/api/user/profile`)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    error: { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' },
  })
  const errors = lines.map((each) => JSON.parse(each)).filter(({ level }) => level === 50)
  // The roll-overs before and meanwhile fail too.
  const ofCall = errors.filter(({ requestId }) => requestId === response.headers.get('x-request-id'))
  expect(ofCall).toMatchObject([{ err: { message: 'a secret of the store' } }])
})

test('an export under rate limits writes no warning of Node about listeners', async () => {
  const url = await start({ limitLoopback: true })
  const headers = { authorization: `Bearer ${await signIn(url)}` }
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const response = await fetch(`${url}/api/user/export`, { headers })
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"user"')])
  expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning')
})

test('a call that waits too long for other calls with the same data is limited, which is not a failure', async () => {
  const store = new TroubledStore()
  const url = await start({ store })
  const token = await signIn(url)
  store.before = () => Promise.reject(new OwnerBusyError(['users ann']))
  const response = await fetch(`${url}/api/user/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ avatar: 'a' }),
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  expect(lines.map((each) => JSON.parse(each).level)).not.toContain(50)
})

test('a listener or a push transport that throws fails no call, and other listeners get events', async () => {
  class BrokenOutbox extends Outbox {
    override send = () => raise('a broken transport')
  }
  const url = await start({ outbox: new BrokenOutbox() })
  const { engine } = server
  engine.events.listen(() => raise('a broken listener'))
  const heard: string[] = []
  engine.events.listen(({ type }) => heard.push(type))
  const token = await signIn(url)
  const call = (path: string, body: unknown, method = 'POST') =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'x-admin-key': 'the-admin-key' },
      body: JSON.stringify(body),
    })
  const statuses = [
    await call('/api/notifications/register-token', { token: 'a phone', platform: 'ios' }),
    await call('/api/groups/create', { name: 'Owls' }),
    await call('/api/admin/trigger-daily-games', {}),
    await call('/api/game/skip-turn', {}),
    await call('/control/clock', { to: 'midnight' }),
    await call('/control/clock', { advanceMs: 9 * 60 * 60_000 }),
    await call('/control/outbox', undefined, 'GET'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200])
  expect(heard).toContain('game-created')
  for (const problem of ['a broken listener', 'a broken transport']) expect(lines.join('')).toContain(problem)
})

test('is ready while its store answers', async () => {
  const store = new TroubledStore()
  const url = await start({ store })
  const ready = async () => {
    const response = await fetch(`${url}/readyz`)
    return [response.status, response.headers.get('retry-after'), await response.json()]
  }
  expect(await ready()).toEqual([200, null, { ok: true, version: VERSION }])
  store.before = () => Promise.reject(new Error('the database is unreachable'))
  expect(await ready()).toEqual([503, '5', { error: { code: 'UNAVAILABLE', message: expect.any(String) } }])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  store.before = async () => {}
  expect((await ready())[0]).toBe(200)
})

test('is not ready from the first look after its data folder was removed', async () => {
  const data = await mkdtemp(join(tmpdir(), 'inkling-removed-'))
  const url = await start({ data })
  const ready = async () => (await fetch(`${url}/readyz`)).status
  expect(await ready()).toBe(200)
  await rm(data, { recursive: true })
  expect(await ready()).toBe(503)
  expect(lines.join('')).toContain('was removed or replaced')
})

test('a failed write is answered with 503 and Retry-After, and logged', async () => {
  const store = new TroubledStore()
  const url = await start({ store })
  store.before = () => Promise.reject(new StoreUnavailableError(new Error('no space left')))
  const body = JSON.stringify({ deviceId: DEVICE })
  const response = await fetch(`${url}/api/auth/device`, { method: 'POST', body })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toEqual({
    error: { code: 'UNAVAILABLE', message: expect.not.stringContaining('space') },
  })
  expect(lines.join('')).toContain('no space left')
})

test('each request has a unique id', async () => {
  const url = await start()
  const ids = await Promise.all(
    ['/healthz', '/api/nothing', '/', '/avatars/rings.svg'].map(async (path) =>
      (await fetch(url + path)).headers.get('x-request-id'),
    ),
  )
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('no token, key or device id is logged at any level', async () => {
  const url = await start()
  const token = await signIn(url)
  const headers = { authorization: `Bearer ${token}`, 'x-admin-key': 'the-admin-key' }
  await fetch(`${url}/api/user/profile?token=${token}`, { headers })
  await fetch(`${url}/control/status?key=the-admin-key`, { headers })
  await fetch(`${url}/api/auth/device`, { method: 'POST', body: `{"deviceId":"${DEVICE}"` })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/reactions/ws/game?token=${token}`)
  await once(socket, 'close')
  const elsewhere = new WebSocket(`${url.replace('http', 'ws')}/api/elsewhere?token=${token}`)
  await once(elsewhere, 'error')
  const log = lines.join('')
  expect(log).toContain('"path":"/api/user/profile"')
  for (const secret of [token, 'the-admin-key', DEVICE]) expect(log).not.toContain(secret)
})

test('pages of other origins may call, and read the headers about the token', async () => {
  const url = await start()
  const origin = 'https://elsewhere.test'
  const asked = await fetch(`${url}/api/user/profile`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(asked.headers.get('access-control-allow-headers')).toBe('authorization')
  const { headers } = await fetch(`${url}/api/user/profile`, { headers: { origin } })
  const exposed = headers.get('access-control-expose-headers')?.toLowerCase()
  for (const name of [
    'x-token-renewed',
    'x-token-days-remaining',
    'x-token-renewal-suggested',
    'x-game-time-zone',
    'x-request-id',
    'date',
    'retry-after',
  ]) {
    expect(exposed).toContain(name)
  }
})

test('every reply below /api names the time zone of the game, and must not be cached', async () => {
  const url = await start({ timeZone: 'Europe/Berlin' })
  const token = await signIn(url)
  for (const path of ['/api/user/profile', '/api/game/today', '/api/nothing', '/api/game/%zz']) {
    const { headers } = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    expect(headers.get('x-game-time-zone'), path).toBe('Europe/Berlin')
    expect(headers.get('cache-control'), path).toBe('private, no-store')
  }
})

test('while the server drains, it closes connections that are idle or answered, and still answers calls', async () => {
  const url = await start()
  const agent = new Agent({ keepAlive: true })
  let closed = Promise.resolve<unknown>(null)
  const get = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sending = request(`${url}/healthz`, { agent }, (response) => resolve(response.resume()))
      sending.once('socket', (socket) => {
        closed = once(socket, 'close')
      })
      sending.once('error', reject).end()
    })
  expect((await get()).headers.connection).toBe('keep-alive')
  server.drain()
  await closed
  const answer = await get()
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  agent.destroy()
  // Otherwise an idle connection stays open for 65 s.
})

test('a call in flight when the server stops is answered, and no new one is accepted', async () => {
  const store = new TroubledStore()
  const url = await start({ store })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    store.before = () => {
      resolve()
      return held
    }
  })
  const answer = signIn(url)
  await arrived
  const closing = server.close()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  goOn()
  expect(await answer).toMatch(/\./)
  await closing
  await start()
})
