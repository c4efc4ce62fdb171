import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../main.ts'

/* Raw requests that our clients never send: the server refuses each, or answers it, and keeps running. */

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

/** Sends a raw request, and reads until the server closes the connection. */
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

const expectAlive = async () => expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

describe('refused in the envelope of the API:', () => {
  test.each<[string, string, number, string]>([
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['an unknown method', lines('BREW /api/game/today HTTP/1.1', 'Host: x'), 400, 'VALIDATION_FAILED'],
    [
      'a URL that is too long',
      lines(`GET /api/${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x'),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'two Content-Length headers',
      `${lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 3')}{}`,
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a Content-Length and chunks',
      lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an invalid chunk',
      `${lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}ZZ\r\n`,
      400,
      'VALIDATION_FAILED',
    ],
    ['a CONNECT request', lines('CONNECT elsewhere:443 HTTP/1.1', 'Host: x'), 404, 'NOT_FOUND'],
    [
      'an upgrade to HTTP/2',
      lines('GET /healthz HTTP/1.1', 'Connection: Upgrade', 'Upgrade: h2c'),
      400,
      'VALIDATION_FAILED',
    ],
    ['an upgrade of another path', upgrade('/api/elsewhere', KEY), 404, 'NOT_FOUND'],
    ['an upgrade of an invalid path', upgrade('//', KEY), 404, 'NOT_FOUND'],
    ['an upgrade without a key', upgrade('/api/reactions/ws/game'), 400, 'VALIDATION_FAILED'],
    [
      'a body that is not in its stated encoding',
      `${lines('POST /api/auth/device HTTP/1.1', CLOSE, 'Host: x', 'Content-Encoding: gzip', 'Content-Length: 2')}{}`,
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a body in an unknown encoding',
      `${lines('POST /api/auth/device HTTP/1.1', CLOSE, 'Host: x', 'Content-Encoding: zip', 'Content-Length: 2')}{}`,
      400,
      'VALIDATION_FAILED',
    ],
    ['another method outside the API', lines('POST /game/draw HTTP/1.1', CLOSE, 'Host: x'), 404, 'NOT_FOUND'],
    [
      'a path outside the API, without a client',
      lines('GET /game/draw HTTP/1.1', CLOSE, 'Host: x'),
      404,
      'NOT_FOUND',
    ],
  ])('%s', async (_, request, status, code) => {
    expect(await answerTo(request)).toEqual({ status, code })
    await expectAlive()
  })
})

describe('answered normally:', () => {
  test.each<[string, string]>([
    ['a request without a host', lines('GET /healthz HTTP/1.1', CLOSE)],
    ['HTTP/1.0', lines('GET /healthz HTTP/1.0')],
    ['an expectation', lines('GET /healthz HTTP/1.1', CLOSE, 'Host: x', 'Expect: a miracle')],
  ])('%s', async (_, request) => {
    expect(await answerTo(request)).toEqual({ status: 200, code: { ok: true } })
  })
})

test('an upgrade with an invalid host succeeds', async () => {
  const connection = await open()
  const read = new Promise<string>((resolve) => connection.once('data', (data) => resolve(String(data))))
  connection.write(upgrade('/api/reactions/ws/game', 'Host: [', KEY))
  expect(await read).toContain('101 Switching Protocols')
  await expectAlive()
})

test.each<[string, string]>([
  ['an upgrade', upgrade('/api/elsewhere', KEY)],
  ['an upload', `${lines('POST /api/auth/device HTTP/1.1', 'Host: x', 'Content-Length: 99')}{"dev`],
  ['a call', lines('GET /control/events HTTP/1.1', 'Host: localhost', 'X-Admin-Key: the admin key')],
])('a client that disconnects during %s does not affect others', async (_, request) => {
  const connection = await open()
  const closed = new Promise((resolve) => connection.once('close', resolve))
  connection.write(request)
  connection.resetAndDestroy()
  await closed
  await expectAlive()
  await expectAlive()
})

test('HEAD of the event stream ends', async () => {
  const { status, headers } = await fetch(`${server.url}/control/events`, {
    method: 'HEAD',
    headers: { 'x-admin-key': 'the admin key' },
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
})

test('a listener that does not answer does not block the shutdown', async () => {
  const short = await startServer({ port: 0, data: null })
  const silent = connect(Number(new URL(short.url).port), '127.0.0.1')
  connections.push(silent)
  silent.write(upgrade('/api/reactions/ws/game', KEY))
  await new Promise((resolve) => silent.once('data', resolve))
  const startedAt = performance.now()
  await short.close()
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})
