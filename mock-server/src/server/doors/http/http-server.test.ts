import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'

/* Limits on clients that open connections and send requests, but do not read the responses. */

let server: Server
const peers: Socket[] = []

async function open(listener: RequestListener, limits: HttpServerOptions['limits'] = {}): Promise<void> {
  server = createHttpServer(listener, { limits })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function peer(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  peers.push(socket)
  return socket
}

const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function read(socket: Socket, until: RegExp): Promise<string> {
  let text = ''
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece
    if (until.test(text)) return text
  }
  throw new Error(`the connection ended after: ${text}`)
}

test('a connection with more than 16 unanswered requests is closed', async () => {
  let calls = 0
  await open(() => void calls++)
  const greedy = peer()
  greedy.write(ASK.repeat(1200))
  await once(greedy, 'close')
  expect(calls).toBe(16)
})

test('a connection may send any number of requests as they are answered', async () => {
  await open((_, response) => void response.end('answer'))
  const patient = peer()
  for (let at = 0; at < 40; at++) {
    patient.write(ASK)
    expect(await read(patient, /answer$/)).toContain('200 OK')
  }
  patient.write(ASK.repeat(16))
  await read(patient, /(answer[\s\S]*){16}$/)
})

test('a client that reads nothing of its response is disconnected', async () => {
  await open((_, response) => void response.end(Buffer.alloc(64 * 1024 * 1024)), { stalledMs: 50 })
  const gone = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const stalled = peer()
  stalled.pause()
  stalled.write(ASK)
  await gone
})

test('a client that waits for a slow call is not disconnected', async () => {
  let answer = () => {}
  await open(
    (_, response) => {
      answer = () => response.end('at last')
    },
    { stalledMs: 50 },
  )
  const waiting = peer()
  waiting.write(ASK)
  await once(server, 'timeout')
  answer()
  expect(await read(waiting, /at last$/)).toContain('200 OK')
})

test('an address has a maximum number of connections, and may open another when one has closed', async () => {
  await open((_, response) => void response.end('answer'), { connectionsPerAddress: 2 })
  const [first, second] = [peer(), peer()]
  for (const socket of [first, second]) {
    socket.write(ASK)
    await read(socket, /answer$/)
  }
  const refused = peer()
  await once(refused, 'close')
  const gone = once(first, 'close')
  first.destroy()
  await gone
  await expect
    .poll(async () => {
      const next = peer()
      next.write(ASK)
      return read(next, /answer$/).catch(() => 'refused')
    })
    .toContain('200 OK')
})

test('an unlimited address may open any number of connections', async () => {
  server = createHttpServer((_, response) => void response.end('answer'), {
    isUnlimited: (address) => address === '127.0.0.1',
    limits: { connectionsPerAddress: 1 },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (let at = 0; at < 3; at++) {
    const socket = peer()
    socket.write(ASK)
    await read(socket, /answer$/)
  }
})
