import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TimedEvent } from '../../../engine/events.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { inOneGroup, newServer, playerOf } from '../../compose/friends.fixture.ts'
import type { InProcessServer } from '../../compose/in-process-server.ts'
import { MemoryStore } from '../../stores/memory/memory-store.ts'
import { type ReactionSockets, reactionSockets } from './websocket.ts'

/* Listeners that disconnect or do not read (API.md, Reactions). */

/** A store whose transactions wait for `held`. */
class HeldStore extends MemoryStore {
  held: Promise<void> = Promise.resolve()

  override async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await this.held
    return super.transaction(work)
  }
}

let store: HeldStore
let game: InProcessServer
let server: Server
let sockets: ReactionSockets
let peers: Socket[]
let path: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  peers = []
  store = new HeldStore()
  game = newServer({ store })
  const ann = await playerOf(game, 'ann')
  path = `/api/reactions/ws/${await inOneGroup([ann])}?token=${ann.token}`
  server = createServer()
  sockets = reactionSockets(server, game.engine, {
    log: pino({ level: 'silent' }),
    limitLoopback: true,
    maxPerAddress: 20,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const peer of peers) peer.destroy()
  sockets.close()
  await new Promise((resolve) => server.close(resolve))
})

const port = () => (server.address() as AddressInfo).port
const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** A peer that completes the handshake and then sends nothing. */
async function silentPeer(): Promise<Socket> {
  const peer = connect(port(), '127.0.0.1')
  peers.push(peer)
  const handshake = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  peer.write(
    `GET ${path} HTTP/1.1\r\n${handshake.join('\r\n')}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  await new Promise((resolve) => peer.once('data', resolve))
  return peer
}

const reactionBy = (username: string): TimedEvent => ({
  type: 'reaction',
  gameId: path.split(/[/?]/)[4] ?? '',
  action: 'added',
  stepIndex: 0,
  reactionType: 'love',
  userId: 'ann',
  username,
  at: '2026-03-07T17:00:00.000Z',
})

async function listener(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}${path}`)
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

test('a peer that does not answer pings is dropped, and one that does is not', async () => {
  const silent = await silentPeer()
  const gone = new Promise((resolve) => silent.once('close', resolve))
  const living = await listener()
  for (let beat = 0; beat < 2; beat++) {
    const ping = new Promise((resolve) => living.once('ping', resolve))
    vi.advanceTimersByTime(30_000)
    await ping
    // The server gets the listener's pong before this ping.
    living.ping()
    await new Promise((resolve) => living.once('pong', resolve))
  }
  await gone
  expect(living.readyState).toBe(WebSocket.OPEN)
  expect(await connections()).toBe(1)
  living.close()
})

test('a peer that does not read is dropped before it uses much memory, and others get every message', async () => {
  const silent = await silentPeer()
  silent.pause()
  const living = await listener()
  let heard = 0
  living.on('message', () => heard++)
  const username = 'x'.repeat(60_000)
  let sent = 0
  while ((await connections()) > 1) {
    game.engine.events.publish(reactionBy(username))
    sent++
    while (heard < sent) await nextTurn()
    // The network itself buffers a few megabytes.
    expect(sent).toBeLessThan(2000)
  }
  expect(living.readyState).toBe(WebSocket.OPEN)
  living.close()
})

/** Makes admissions wait. @returns a function that ends it. */
function holdAdmissions(): () => void {
  let goOn = () => {}
  store.held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return goOn
}

test('a socket that has opened receives every reaction', async () => {
  const goOn = holdAdmissions()
  const socket = new WebSocket(`ws://127.0.0.1:${port()}${path}`)
  const opened = once(socket, 'open')
  while ((await connections()) === 0) await nextTurn()
  game.engine.events.publish(reactionBy('before'))
  expect(socket.readyState).toBe(WebSocket.CONNECTING)
  goOn()
  await opened
  const message = once(socket, 'message')
  game.engine.events.publish(reactionBy('after'))
  expect(String(await message)).toContain('after')
  socket.close()
})

test('listeners that disconnect during their admission do not count', async () => {
  const goOn = holdAdmissions()
  const leaving = Array.from({ length: 20 }, () => new WebSocket(`ws://127.0.0.1:${port()}${path}`))
  while ((await connections()) < 20) await nextTurn()
  await Promise.all(
    leaving.map((socket) => {
      const gone = once(socket, 'error')
      socket.terminate()
      return gone
    }),
  )
  goOn()
  while ((await connections()) > 0) await nextTurn()
  const staying = await Promise.all(Array.from({ length: 20 }, listener))
  expect(sockets.count).toBe(20)
  for (const socket of staying) socket.terminate()
})

test('an address has a maximum number of listeners, and may have another when one has left', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, listener))
  const refused = new WebSocket(`ws://127.0.0.1:${port()}${path}`)
  const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage]
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '60'])
  expect(response.headers['x-game-time-zone']).toBe('America/New_York')
  expect(JSON.parse(String(await response.toArray()))).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  const [first, ...others] = all
  first?.close()
  await new Promise((resolve) => first?.once('close', resolve))
  while ((await connections()) > 19) await nextTurn()
  const next = await listener()
  for (const socket of [next, ...others]) socket.terminate()
})
