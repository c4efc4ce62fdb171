import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as ws from 'ws'
import { type EndpointName, endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { createInProcessServer, IN_PROCESS_ORIGIN } from '../compose/in-process-server.ts'
import { LONG_IDLE } from '../platform/long-idle.fixture.ts'
import { DOOR_OPTIONS, type PlayedDoor, playDay, type RecordedResponse } from './door-day.fixture.ts'
import { type Heard, hearReactions } from './door-reactions.fixture.ts'
import { createApp } from './http/app.ts'
import { mswHandlers } from './msw/msw.ts'
import { reactionSockets } from './websocket/websocket.ts'

/*
 * One engine, many doors: the in-process, Express and msw doors and the in-process transport of the typed client return
 * the same responses, each as the endpoint table specifies. Doors with sockets send the same messages.
 */

interface Door extends PlayedDoor {
  name: string
  /** A class whose sockets can connect to it; undefined if it has no sockets. */
  WebSocket?: typeof globalThis.WebSocket
  close(): Promise<void> | void
}

/** Implements the part of the browser's class that is used here. */
const SocketOfWs = ws.WebSocket as unknown as typeof globalThis.WebSocket

const newServer = () => createInProcessServer(DOOR_OPTIONS)

async function openDoors(): Promise<Door[]> {
  const inProcess = newServer()

  const served = newServer()
  const log = pino({ level: 'silent' })
  const listening = createServer(LONG_IDLE, createApp(served.engine, { clientDir: null, log }))
  const sockets = reactionSockets(listening, served.engine, { log })
  listening.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as AddressInfo

  const typed = newServer()

  const mocked = newServer()
  const origin = 'http://inkling.test'
  const msw = setupServer(...mswHandlers(async () => mocked.engine, origin))
  // The oldest supported Node has no global WebSocket for msw to replace. A mock of an earlier test has listened without one.
  const real = globalThis.WebSocket
  const earlier = setupServer()
  earlier.listen()
  earlier.close()
  globalThis.WebSocket ??= SocketOfWs
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
      WebSocket: SocketOfWs,
      close() {
        sockets.close()
        return new Promise((resolve) => listening.close(() => resolve()))
      },
    },
    {
      name: 'msw',
      server: mocked,
      fetch,
      origin,
      WebSocket: globalThis.WebSocket,
      close() {
        msw.close()
        globalThis.WebSocket = real
      },
    },
    {
      name: 'typed client in process',
      server: typed,
      fetch: typed.fetch,
      origin: IN_PROCESS_ORIGIN,
      transport: typed.transport,
      close() {},
    },
  ]
}

function raise(url: string): never {
  throw new Error(`${url} was not handled`)
}

let doors: Door[]
let transcripts: RecordedResponse[][]
let heard: Heard[]

beforeAll(async () => {
  doors = await openDoors()
  transcripts = await Promise.all(doors.map(playDay))
  heard = await Promise.all(
    doors.flatMap((door) => (door.WebSocket ? [hearReactions(door, door.WebSocket)] : [])),
  )
})
afterAll(async () => {
  for (const door of doors) await door.close()
})

const transcript = (at: number): RecordedResponse[] => transcripts[at] ?? []

const answers = (name: EndpointName) => doors[0]?.server.engine.answers(name) ?? false

test.each([1, 2, 3])('door %i returns the same responses as the first', (at) => {
  expect(transcript(at).length).toBeGreaterThan(80)
  expect(transcript(at)).toEqual(transcript(0))
})

test('the sockets of Express and msw refuse the same listeners, and send the others the same messages', () => {
  const [express, msw] = heard
  expect(express?.refused.map(({ code }) => code)).toEqual([4401, 4401, 4403, 4403])
  expect(express?.messages).toMatchObject([
    { data: { action: 'added', stepIndex: 0, reactionType: 'love' } },
    { data: { action: 'changed', reactionType: 'fire', previousType: 'love' } },
    { data: { action: 'removed', reactionType: 'fire' } },
  ])
  expect(msw).toEqual(express)
})

test('every response matches its reply schema without extra fields, or is an error envelope', () => {
  for (const { name, status, body } of transcript(0)) {
    if (status === 200) expect(endpoints[name].reply.parse(body), name).toEqual(body)
    else
      expect(body, name).toEqual({ error: { code: expect.any(String), message: expect.stringMatching(/./) } })
  }
})

test('every endpoint that the server answers succeeded at least once', () => {
  const succeeded = new Set(transcript(0).flatMap(({ name, status }) => (status === 200 ? [name] : [])))
  // A configured admin key is replaced in the configuration: operator.test.ts replaces a generated one.
  const failed = endpointNames.filter((name) => answers(name) && !succeeded.has(name))
  expect(failed).toEqual(['rotateAdminKey'])
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
    ['JSON that is not an object', '/api/auth/device', post('"hello"'), 400, 'VALIDATION_FAILED'],
    ['null as JSON', '/api/auth/device', post('null'), 400, 'VALIDATION_FAILED'],
    ['a body of spaces', '/api/auth/device', post('  '), 400, 'VALIDATION_FAILED'],
    [
      'bytes that are not text',
      '/api/auth/device',
      { method: 'POST', body: Uint8Array.of(0xff, 0xfe, 0) },
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a body over the limit in bytes, but not in characters',
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
    ['a wrong method of a path that could be a game id', '/api/game/start-turn', {}, 404, 'NOT_FOUND'],
    ['a wrong method of a path that could be a group id', '/api/groups/create', {}, 404, 'NOT_FOUND'],
    ['a path with a broken escape', '/api/groups/%E0%A4%A', {}, 404, 'NOT_FOUND'],
  ])('%s', async (_, path, init, status, code) => {
    expect(await send(path, init)).toEqual({ status, code })
  })

  test('null is not an empty body, and no body pollutes a prototype', async () => {
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
