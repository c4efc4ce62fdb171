import type { AddressInfo } from 'node:net'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointName, endpointNames, endpoints } from '../contract/endpoints.ts'
import { fillPath } from '../contract/path.ts'
import { createApp } from './express/app.ts'
import { createInProcessServer, type InProcessServer } from './in-process.ts'
import { mswHandler } from './msw.ts'
import { picture } from './picture.fixture.ts'

/*
 * One authority, many doors: the same calls through the in-process, the Express and the msw door get the same
 * answers, and each answer is what the table says.
 */

interface Said {
  name: EndpointName
  status: number
  body: unknown
  headers: Record<string, string | null>
}

interface Door {
  name: string
  server: InProcessServer
  fetch: typeof fetch
  origin: string
  close(): Promise<void> | void
}

const SEEN_HEADERS = [
  'x-game-time-zone',
  'cache-control',
  'content-type',
  'date',
  'x-token-renewed',
  'x-token-days-remaining',
  'x-token-renewal-suggested',
]
const newServer = () =>
  createInProcessServer({ seed: 'doors', clock: '2026-03-07T12:00:00-05:00', adminKey: 'key of the doors' })

async function openDoors(): Promise<Door[]> {
  const inProcess = newServer()

  const served = newServer()
  const app = createApp(served.engine, { clientDir: null, log: pino({ level: 'silent' }) })
  const listening = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as AddressInfo

  const mocked = newServer()
  const origin = 'http://inkling.test'
  const msw = setupServer(mswHandler(mocked.engine, origin))
  msw.listen({ onUnhandledRequest: ({ url }) => (url.startsWith(origin) ? raise(url) : undefined) })
  return [
    {
      name: 'in process',
      server: inProcess,
      fetch: inProcess.fetch,
      origin: 'http://in-process',
      close() {},
    },
    {
      name: 'Express',
      server: served,
      fetch,
      origin: `http://127.0.0.1:${port}`,
      close: () => new Promise((resolve) => listening.close(() => resolve())),
    },
    { name: 'msw', server: mocked, fetch, origin, close: () => msw.close() },
  ]
}

function raise(url: string): never {
  throw new Error(`${url} was not handled`)
}

/** A day of three friends, with all they can do wrong. Every row of the table is called at least once. */
async function playDay(door: Door): Promise<Said[]> {
  const said: Said[] = []
  const call = async (
    name: EndpointName,
    token: string | null,
    parts: { params?: Record<string, string | number>; body?: unknown; query?: string; admin?: boolean } = {},
  ) => {
    const { method, path } = endpoints[name]
    const response = await door.fetch(door.origin + fillPath(path, parts.params) + (parts.query ?? ''), {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(parts.admin && { 'x-admin-key': 'key of the doors' }),
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    })
    const body = JSON.parse((await response.text()).replaceAll(door.origin, 'http://origin'))
    const headers = Object.fromEntries(SEEN_HEADERS.map((header) => [header, response.headers.get(header)]))
    said.push({ name, status: response.status, body, headers })
    return body
  }
  const signIn = async (who: string) =>
    (await call('signInDevice', null, { body: { deviceId: `device_${who}_0123456789` } })).token
  const spend = (ms: number) => door.server.clock.advance(ms)

  await call('signInDevice', null, { body: { deviceId: 'short' } })
  await call('signInDevice', null, {})
  const ann = await signIn('ann')
  const ben = await signIn('ben')
  const cat = await signIn('cat')
  await signIn('ann')
  await call('getProfile', ann)
  await call('getProfile', null)
  await call('getProfile', 'not.a.token')
  await call('updateProfile', ann, { body: { username: 'Ann', avatar: '🦊', finishedOnboarding: true } })
  await call('updateProfile', ann, { body: { username: '_' } })
  await call('updateProfile', ann, { body: {} })
  await call('renewToken', ann)
  await call('getToday', ann)
  await call('startTurn', ann)

  const group = await call('createGroup', ann, { body: { name: '  Owls ', avatar: '🦉' } })
  await call('createGroup', ann, { body: { name: 'More owls' } })
  await call('createGroup', ben, { body: { name: ' ' } })
  await call('lookupGroup', ben, { params: { code: group.code.toLowerCase() } })
  await call('lookupGroup', ben, { params: { code: 'NOCODE' } })
  await call('joinGroup', ben, { body: { code: group.code.toLowerCase() } })
  await call('joinGroup', ben, { body: { code: group.code } })
  await call('joinGroup', cat, { body: { code: 'no' } })
  await call('getGroup', cat, { params: { id: group.id } })
  await call('joinGroup', cat, { body: { code: group.code } })
  await call('getGroup', cat, { params: { id: group.id } })
  await call('inviteToGroup', cat, { params: { id: 'nowhere' } })
  await call('updateGroupSettings', ben, { params: { id: group.id }, body: { name: 'Cats' } })
  await call('updateGroupSettings', ann, { params: { id: group.id }, body: { name: 'Night owls' } })
  await call('kickMember', ann, { params: { id: group.id }, body: { userId: group.hostId } })

  await call('triggerDailyGames', null)
  const { gamesCreated } = await call('triggerDailyGames', null, { admin: true })
  expect(gamesCreated).toBe(1)
  await call('triggerDailyGames', null, { admin: true })
  const { gameId } = await call('getToday', ann)
  await call('submitGuess', ann, { body: { guess: 'too early' } })
  await call('startTurn', ann)
  await call('startTurn', ben)
  await call('startTurn', ann)
  await call('getToday', cat)
  const drawn = { content: { drawing: picture(64) }, timeSpent: 12, strokeCount: 3 }
  await call('submitTurn', ann, { body: { content: {}, timeSpent: 1 } })
  await call('submitTurn', ann, { body: { ...drawn, timeSpent: -1 } })
  await call('submitTurn', ann, { body: { content: { drawing: picture(16) }, timeSpent: 1 } })
  await call('submitTurn', ann, { body: { content: { drawing: 'nonsense' }, timeSpent: 1 } })
  spend(12_000)
  await call('submitTurn', ann, { body: drawn })
  await call('submitTurn', ann, { body: drawn })
  await call('getToday', ann)
  await call('getGame', ann, { params: { id: gameId } })

  await call('startTurn', ben)
  await call('submitTurn', ben, { body: { content: { guess: 'xylophone' }, timeSpent: 1 } })
  await call('submitGuess', ben, { body: { guess: '' } })
  for (const guess of ['xylophone', 'zeppelin', 'yak', 'quilt', 'jug'])
    await call('submitGuess', ben, { body: { guess } })
  await call('submitGuess', ben, { body: { guess: 'one more' } })
  await call('startTurn', ben)
  await call('submitTurn', ben, { body: { content: { guess: 'never said' }, timeSpent: 1 } })
  await call('submitTurn', ben, { body: { content: { guess: 'yak' }, timeSpent: 30 } })
  await call('skipTurn', cat)
  await call('skipTurn', cat)
  await call('getToday', cat)
  await call('getGame', cat, { params: { id: gameId } })
  await call('getPublicResults', null, { params: { gameId } })
  await call('getPublicResults', null, { params: { gameId: 'no-such-game' } })
  await call('getReactions', ann, { params: { gameId } })
  await call('addReaction', ann, { params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  await call('addReaction', ben, { params: { gameId }, body: { stepIndex: 0, reactionType: 'wow' } })
  await call('addReaction', ben, { params: { gameId }, body: { stepIndex: 0, reactionType: 'shrug' } })
  await call('addReaction', ben, { params: { gameId }, body: { stepIndex: 7, reactionType: 'wow' } })
  await call('removeReaction', ben, { params: { gameId, stepIndex: 0 } })
  await call('getReactions', ann, { params: { gameId } })
  await call('pingActivity', cat)
  await call('getDailyStats', cat)
  await call('jumpIn', cat)
  await call('inviteToGroup', cat, { params: { id: group.id } })
  await call('leaveGroup', cat, { params: { id: group.id } })
  const { members } = await call('getGroup', ann, { params: { id: group.id } })
  await call('kickMember', ann, { params: { id: group.id }, body: { userId: members[1].userId } })
  const phone = { token: 'push token', platform: 'ios' }
  await call('registerToken', ann, { body: { ...phone, token: ' ' } })
  await call('registerToken', ann, { body: { token: 'push token' } })
  await call('registerToken', ann, { body: phone })
  await call('getTokens', ann)
  await call('unregisterToken', ben, { body: phone })
  await call('unregisterToken', ann, { body: phone })
  await call('getTokens', ann)
  await call('updateNotificationSettings', ann, { body: { pushNotifications: false } })
  await call('jumpIn', cat)
  await call('jumpIn', cat)
  await call('getYesterdayResults', ann)
  spend(86_400_000)
  await call('getYesterdayResults', ann)
  await call('getToday', ann)
  await call('getHistory', ann)
  await call('getHistory', ann, { query: '?limit=1&before=2026-03-08' })
  await call('getHistory', ann, { query: '?limit=0' })
  spend(20 * 86_400_000)
  await call('getProfile', ann)
  spend(10 * 86_400_000)
  await call('getProfile', ann)

  await call('inspectGame', null, { admin: true, params: { id: gameId } })
  const mocked = { userId: members[0].userId, daysAgo: 40 }
  await call('createMockGame', null, { admin: true, body: mocked })
  await call('createMockGame', null, { admin: true, body: mocked })
  await call('regenerateHistory', null, { admin: true, body: { userId: mocked.userId } })
  const fresh = await signIn('ann')
  await call('jumpIn', fresh)
  await call('completeUserGame', fresh, { admin: true })
  await call('completeUserGame', fresh, { admin: true })
  const open = await call('jumpIn', await signIn('ben'))
  await call('completeGame', null, { admin: true, params: { id: open.gameId } })
  await call('completeGame', null, { admin: true, params: { id: open.gameId } })
  const guessing = { userId: mocked.userId, turnType: 'guess', turnStatus: 'playing' }
  await call('stage', null, { admin: true, body: guessing })
  await call('stage', null, { admin: true, body: { ...guessing, gameStatus: 'waiting' } })
  await call('changeClock', null, { admin: true, body: { freeze: true } })
  await call('putFaults', null, { admin: true, body: [{ match: { path: '/api/game/today' }, status: 503 }] })
  await call('getToday', ann)
  await call('clearFaults', null, { admin: true })
  const world = await call('exportWorld', null, { admin: true })
  await call('restoreWorld', null, { admin: true, body: world })

  const called = new Set(said.map(({ name }) => name))
  for (const name of endpointNames) {
    if (!called.has(name) && endpoints[name].kind === 'call') {
      const params = { id: gameId, gameId, code: group.code, stepIndex: 0 }
      await call(name, await signIn('ann'), {
        params,
        admin: true,
        ...(endpoints[name].body && { body: {} }),
      })
    }
  }
  return said
}

let doors: Door[]
let transcripts: Said[][]

beforeAll(async () => {
  doors = await openDoors()
  transcripts = await Promise.all(doors.map(playDay))
})
afterAll(async () => {
  for (const door of doors) await door.close()
})

const transcript = (at: number): Said[] => transcripts[at] ?? []

const answers = (name: EndpointName) => doors[0]?.server.engine.answers(name) ?? false

test.each([1, 2])('door %i gives the answers of the first, call by call', (at) => {
  expect(transcript(at).length).toBeGreaterThan(80)
  expect(transcript(at)).toEqual(transcript(0))
})

test('every answer is of its row: reply schema with no field more, or the error envelope', () => {
  for (const { name, status, body } of transcript(0)) {
    if (status === 200) expect(endpoints[name].reply.parse(body), name).toEqual(body)
    else
      expect(body, name).toEqual({ error: { code: expect.any(String), message: expect.stringMatching(/./) } })
  }
})

test('every row that the server answers was answered well at least once', () => {
  const well = new Set(transcript(0).flatMap(({ name, status }) => (status === 200 ? [name] : [])))
  expect(endpointNames.filter((name) => answers(name) && !well.has(name))).toEqual([])
})

test('no row of the table is without an answer', () => {
  expect(endpointNames.filter((name) => endpoints[name].kind === 'call' && !answers(name))).toEqual([])
})

describe.each(['in process', 'Express', 'msw'])('the door: %s', (name) => {
  const raw = (path: string, init: RequestInit): Promise<Response> => {
    const door = doors.find((each) => each.name === name)
    if (!door) throw new Error(`There is no door ${name}`)
    return door.fetch(door.origin + path, init)
  }
  const send = async (path: string, init: RequestInit) => {
    const response = await raw(path, init)
    return { status: response.status, code: (await response.json()).error.code }
  }
  const post = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

  test.each<[string, string, RequestInit, number, string]>([
    ['malformed JSON', '/api/auth/device', post('{"deviceId"'), 400, 'VALIDATION_FAILED'],
    ['JSON that is no object', '/api/auth/device', post('"hello"'), 400, 'VALIDATION_FAILED'],
    ['nothing as JSON', '/api/auth/device', post('null'), 400, 'VALIDATION_FAILED'],
    ['a body of blanks', '/api/auth/device', post('  '), 400, 'VALIDATION_FAILED'],
    [
      'bytes that are no text',
      '/api/auth/device',
      { method: 'POST', body: Uint8Array.of(0xff, 0xfe, 0) },
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a body over the limit in bytes, not in letters',
      '/api/auth/device',
      post(`"${'ж'.repeat(600_000)}"`),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a body over the limit',
      '/api/auth/device',
      post(`"${'x'.repeat(1024 * 1024)}"`),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['an unknown route', '/api/nothing/here', {}, 404, 'NOT_FOUND'],
    ['a wrong method', '/api/game/today', { method: 'DELETE' }, 404, 'NOT_FOUND'],
    ['a path with a broken escape', '/api/groups/%E0%A4%A', {}, 404, 'NOT_FOUND'],
  ])('%s', async (_, path, init, status, code) => {
    expect(await send(path, init)).toEqual({ status, code })
  })

  test('null is not taken for an empty body, and no body reaches a prototype', async () => {
    const signedIn = await raw('/api/auth/device', post('{"deviceId":"device_null_0123456789"}'))
    const authorization = `Bearer ${(await signedIn.json()).token}`
    const put = (body: string) =>
      raw('/api/user/profile', { method: 'PUT', body, headers: { authorization } })
    expect((await put('null')).status).toBe(400)
    expect((await put('{"__proto__":{"username":"_"},"constructor":{"prototype":{}}}')).status).toBe(200)
    expect(Object.prototype).not.toHaveProperty('username')
  })

  test('HEAD is a GET without its body', async () => {
    expect((await raw('/api/game/today', { method: 'HEAD' })).status).toBe(401)
    expect((await raw('/api/auth/device', { method: 'HEAD' })).status).toBe(404)
  })
})
