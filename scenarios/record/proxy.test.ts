import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startProxy } from './proxy.ts'
import { Recorder } from './recorder.ts'

/** A proxy to a server that has just started. */
async function proxyTo(server = createServer((_, response) => response.end('{}'))) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls: string[] = []
  const proxy = await startProxy({
    access: { baseUrl, fetch },
    recorder: new Recorder({ folder: 'assets', startedAt: 0, address: baseUrl, world: null }),
    port: 0,
    onCall: (line) => void calls.push(line),
  })
  return { proxy, calls }
}

test('a proxy closes although the server has not answered an upgrade', async () => {
  const server = createServer()
  const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>
  const { proxy } = await proxyTo(server)
  const client = new WebSocket(`${proxy.url.replace('http', 'ws')}/api/reactions/ws/game1`)
  const failed = once(client, 'error')
  const [, upstream] = await upgraded
  const upstreamEnded = once(upstream.resume(), 'end')
  await proxy.close()
  expect(await failed).toEqual([expect.any(Error)])
  await upstreamEnded
  upstream.destroy()
})

/** Headers of a request, and whether it is answered. */
const REQUESTS: [Record<string, string>, boolean][] = [
  [{}, true],
  [{ origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }, true],
  [{ origin: 'capacitor://localhost' }, true],
  [{ host: '127.0.0.1:1', 'sec-fetch-site': 'same-origin' }, true],
  [{ host: 'play.localhost', 'sec-fetch-site': 'none' }, true],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'https://localhost.evil.example' }, false],
  [{ origin: 'null' }, false],
  // A form or an image of another site sends no origin.
  [{ 'sec-fetch-site': 'cross-site' }, false],
  // DNS rebinding: the page is same-origin with a name that resolves to this machine.
  [{ host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, false],
]

test.each(REQUESTS)('calls and sockets with %j: answered %s', async (headers, isAnswered) => {
  const server = createServer((_, response) => response.end('{}'))
  const sockets = new WebSocketServer({ server })
  const { proxy, calls } = await proxyTo(server)
  onTestFinished(() => proxy.close())
  onTestFinished(() => sockets.close())
  const call = request(`${proxy.url}/api/user/profile`, { headers })
  call.end()
  const [response] = await once(call, 'response')
  expect(response.statusCode).toBe(isAnswered ? 200 : 403)
  const body = await text(response)
  if (!isAnswered) expect(JSON.parse(body).error.code).toBe('FORBIDDEN')
  const client = new WebSocket(`${proxy.url.replace('http', 'ws')}/api/reactions/ws/game1`, { headers })
  const opened = once(client, 'open').then(
    () => 'opened',
    (error) => String(error),
  )
  expect(await opened).toBe(isAnswered ? 'opened' : 'Error: Unexpected server response: 403')
  client.terminate()
  if (!isAnswered)
    expect(calls).toEqual([expect.stringContaining('refused: the recording proxy'), expect.anything()])
})

const UPGRADE = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

test.each([
  ['GET http://evil.example/ HTTP/1.1', UPGRADE + KEY],
  ['GET //[ HTTP/1.1', UPGRADE + KEY],
  ['GET /a#b HTTP/1.1', UPGRADE + KEY],
  ['GET /%zz HTTP/1.1', UPGRADE + KEY],
  ['GET /api/reactions/ws/%E0%A4%A HTTP/1.1', UPGRADE + KEY],
  ['GET / HTTP/1.1', UPGRADE],
  ['POST / HTTP/1.1', UPGRADE + KEY],
  ['GET / HTTP/1.1', 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n'],
])('the proxy survives the upgrade %s', async (line, headers) => {
  const server = createServer((_, response) => response.end('{}'))
  const sockets = new WebSocketServer({ server })
  const { proxy } = await proxyTo(server)
  onTestFinished(() => proxy.close())
  onTestFinished(() => sockets.close())
  const stream = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  stream.on('error', () => {})
  stream.write(`${line}\r\n${headers}\r\n`)
  const [answer] = await once(stream, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 (101|400|403|405) /)
  // What follows is not a frame, and the connection breaks.
  stream.write(Buffer.alloc(20, 255))
  stream.resetAndDestroy()
  const later = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  later.on('error', () => {})
  later.write(`${line}\r\n${headers}\r\n`)
  later.resetAndDestroy()
  expect((await fetch(`${proxy.url}/api/user/profile`)).status).toBe(200)
})

test('calls at the same time are sent one after the other, as the recording repeats them; pages do not wait', async () => {
  const arrived: string[] = []
  let answerFirst = () => {}
  const server = createServer(({ url = '' }, response) => {
    arrived.push(url)
    const answer = () => response.end('{}')
    if (url === '/api/game/today') answerFirst = answer
    else answer()
  })
  const { proxy, calls } = await proxyTo(server)
  onTestFinished(() => proxy.close())
  const first = fetch(`${proxy.url}/api/game/today`)
  await expect.poll(() => arrived).toEqual(['/api/game/today'])
  const second = fetch(`${proxy.url}/api/game/submit-turn`, { method: 'POST' })
  await fetch(`${proxy.url}/index.html`)
  expect(arrived).toEqual(['/api/game/today', '/index.html'])
  answerFirst()
  await Promise.all([first, second])
  await expect
    .poll(() => calls)
    .toEqual(['GET /index.html 200', 'GET /api/game/today 200', 'POST /api/game/submit-turn 200'])
})

test('each cookie of a reply reaches the client', async () => {
  const { proxy } = await proxyTo(
    createServer((_, response) => response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end('{}')),
  )
  const { headers } = await fetch(proxy.url)
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  await proxy.close()
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('a request compressed with %s reaches the server readable', async (encoding, compress) => {
  const { proxy } = await proxyTo(
    createServer(async (request, response) => {
      response.end(JSON.stringify([request.headers['content-encoding'] ?? null, await text(request)]))
    }),
  )
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(proxy.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body,
    }).then((response) => response.json())
  expect(await send(Uint8Array.from(compress('{"name":"Owls"}')))).toEqual([null, '{"name":"Owls"}'])
  expect(await send(Uint8Array.from(Buffer.from('no')))).toEqual([encoding, 'no'])
  await proxy.close()
})
