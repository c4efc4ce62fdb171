import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../main.ts'

/* What no client of ours sends, written onto the bare connection: each gets a clear refusal, and the server lives on. */

let server: RunningServer
let port: number
let connections: Socket[]

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, adminKey: 'the admin key' })
  port = Number(new URL(server.url).port)
})
afterAll(() => server.close())
beforeEach(() => {
  connections = []
  return () => {
    for (const connection of connections) connection.destroy()
  }
})

const open = (): Promise<Socket> =>
  new Promise((resolve) => {
    const connection = connect(port, '127.0.0.1', () => resolve(connection))
    connections.push(connection)
  })

/** What comes back until the server hangs up. */
async function answerTo(request: string): Promise<{ status: number; code: unknown }> {
  const connection = await open()
  const text = await new Promise<string>((resolve, reject) => {
    let read = ''
    connection.on('data', (data) => {
      read += data
    })
    connection.once('close', () => resolve(read))
    connection.once('error', reject)
    connection.write(request)
  })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const json = body.startsWith('{') ? JSON.parse(body) : JSON.parse(body.split('\r\n')[1] ?? '{}')
  return { status: Number(head.split(' ')[1]), code: json.error?.code ?? json }
}

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`
const CLOSE = 'Connection: close'

const upgrade = (path: string, ...more: string[]): string =>
  lines(
    `GET ${path} HTTP/1.1`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    ...more,
  )
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='

const lives = async () => expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

describe('refused in the envelope of the API:', () => {
  test.each<[string, string, number, string]>([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['an unknown method', lines('BREW /api/game/today HTTP/1.1', 'Host: x'), 400, 'VALIDATION_FAILED'],
    [
      'an endless address',
      lines(`GET /api/${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x'),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'two lengths',
      `${lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 3')}{}`,
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a length and pieces',
      lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a broken piece',
      `${lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}ZZ\r\n`,
      400,
      'VALIDATION_FAILED',
    ],
    ['a tunnel', lines('CONNECT elsewhere:443 HTTP/1.1', 'Host: x'), 404, 'NOT_FOUND'],
    [
      'an upgrade to HTTP/2',
      lines('GET /healthz HTTP/1.1', 'Connection: Upgrade', 'Upgrade: h2c'),
      400,
      'VALIDATION_FAILED',
    ],
    ['an upgrade of another path', upgrade('/api/elsewhere', KEY), 404, 'NOT_FOUND'],
    ['an upgrade of a path that is none', upgrade('//', KEY), 404, 'NOT_FOUND'],
    ['an upgrade without a key', upgrade('/api/reactions/ws/game'), 400, 'VALIDATION_FAILED'],
    [
      'data in an encoding that they do not have',
      `${lines('POST /api/auth/device HTTP/1.1', CLOSE, 'Host: x', 'Content-Encoding: gzip', 'Content-Length: 2')}{}`,
      400,
      'VALIDATION_FAILED',
    ],
    [
      'data in an encoding that nobody knows',
      `${lines('POST /api/auth/device HTTP/1.1', CLOSE, 'Host: x', 'Content-Encoding: zip', 'Content-Length: 2')}{}`,
      400,
      'VALIDATION_FAILED',
    ],
    ['another method beside the API', lines('POST /game/draw HTTP/1.1', CLOSE, 'Host: x'), 404, 'NOT_FOUND'],
    [
      'a path beside the API without a client',
      lines('GET /game/draw HTTP/1.1', CLOSE, 'Host: x'),
      404,
      'NOT_FOUND',
    ],
  ])('%s', async (_, request, status, code) => {
    expect(await answerTo(request)).toEqual({ status, code })
    await lives()
  })
})

describe('answered all the same:', () => {
  test.each<[string, string]>([
    ['a request without a host', lines('GET /healthz HTTP/1.1', CLOSE)],
    ['HTTP/1.0', lines('GET /healthz HTTP/1.0')],
    ['an expectation', lines('GET /healthz HTTP/1.1', CLOSE, 'Host: x', 'Expect: a miracle')],
  ])('%s', async (_, request) => {
    expect(await answerTo(request)).toEqual({ status: 200, code: { ok: true } })
  })
})

test('a socket with an invalid host gets the error that it needs a token', async () => {
  const connection = await open()
  const read = new Promise<string>((resolve) => connection.once('data', (data) => resolve(String(data))))
  connection.write(upgrade('/api/reactions/ws/game', 'Host: [', KEY))
  expect(await read).toContain('101 Switching Protocols')
  await lives()
})

test.each<[string, string]>([
  ['an upgrade', upgrade('/api/elsewhere', KEY)],
  ['an upload', `${lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Content-Length: 99')}{"dev`],
  ['a call', lines('GET /control/events HTTP/1.1', 'Host: localhost', 'X-Admin-Key: the admin key')],
])('a client that disconnects amid %s affects nobody else', async (_, request) => {
  const connection = await open()
  const closed = new Promise((resolve) => connection.once('close', resolve))
  connection.write(request)
  connection.resetAndDestroy()
  await closed
  await lives()
  await lives()
})

test('a HEAD of the events ends', async () => {
  const { status, headers } = await fetch(`${server.url}/control/events`, {
    method: 'HEAD',
    headers: { 'x-admin-key': 'the admin key' },
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
})

test('a listener that says nothing does not hold up the end', async () => {
  const short = await startServer({ port: 0, data: null })
  const silent = connect(Number(new URL(short.url).port), '127.0.0.1')
  connections.push(silent)
  silent.write(upgrade('/api/reactions/ws/game', KEY))
  await new Promise((resolve) => silent.once('data', resolve))
  const begun = performance.now()
  await short.close()
  expect(performance.now() - begun).toBeLessThan(15_000)
})
