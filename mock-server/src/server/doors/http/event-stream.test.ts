import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../../../engine/engine.ts'
import { inOneGroup, newServer, overHttp, playerOf } from '../../compose/friends.fixture.ts'
import { type RunningServer, startServer } from '../../main.ts'
import { createApp } from './app.ts'
import { createHttpServer } from './http-server.ts'
import { TroubledStore } from './troubled-store.fixture.ts'

let server: RunningServer

beforeEach(async () => {
  server = await startServer({ port: 0, data: null, adminKey: 'the admin key' })
})
afterEach(() => server.close())

test('streams events as server-sent events', async () => {
  const reading = new AbortController()
  const stream = await fetch(`${server.url}/control/events`, {
    headers: { 'x-admin-key': 'the admin key' },
    signal: reading.signal,
  })
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  const until = async (text: string) => {
    while (!read.includes(text)) read += (await reader?.read())?.value ?? ''
  }
  await until(': connected')
  await inOneGroup([await playerOf(overHttp(server), 'ann')])
  await until('event: game-created\ndata: {"type":"game-created"')
  reading.abort()
})

test('refuses callers who are not admins', async () => {
  const refused = await fetch(`${server.url}/control/events`)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
})

describe('a reader that disconnects', () => {
  const ASK = 'GET /control/events HTTP/1.1\r\nHost: localhost\r\n\r\n'
  let store: TroubledStore
  let engine: Engine
  let listening: Server

  beforeEach(async () => {
    store = new TroubledStore()
    ;({ engine } = newServer({ store }))
    const app = createApp(engine, { clientDir: null, log: pino({ level: 'silent' }) })
    listening = createHttpServer(app).listen(0, '127.0.0.1')
    await once(listening, 'listening')
  })
  afterEach(async () => {
    listening.closeAllConnections()
    await new Promise((resolve) => listening.close(resolve))
  })

  interface Reader {
    /** Resolves when the first stream has begun. */
    readonly begun: Promise<unknown>
    /** Disconnects and waits until the server has noticed. */
    leave(): Promise<void>
  }

  /** Sends requests on one connection. */
  async function reader(times: number): Promise<Reader> {
    const accepted = once(listening, 'connection')
    const connection = connect((listening.address() as AddressInfo).port, '127.0.0.1')
    connection.write(ASK.repeat(times))
    const begun = once(connection, 'data')
    const [socket] = (await accepted) as [Socket]
    return {
      begun,
      async leave() {
        const closed = new Promise((resolve) => socket.once('close', resolve))
        connection.destroy()
        await closed
      },
    }
  }

  test('during its admission is not added', async () => {
    let admit = () => {}
    const admission = new Promise<void>((resolve) => {
      admit = resolve
    })
    const arrived = new Promise<void>((resolve) => {
      store.before = () => {
        resolve()
        return admission
      }
    })
    const first = await reader(1)
    await arrived
    await first.leave()
    admit()
    // A later reader is admitted after the first.
    const second = await reader(1)
    await second.begun
    expect(engine.events.listenerCount).toBe(1)
    await second.leave()
  })

  test('while its stream is queued behind another on the connection is removed', async () => {
    const { leave } = await reader(2)
    await vi.waitFor(() => expect(engine.events.listenerCount).toBe(2), 15_000)
    await leave()
    expect(engine.events.listenerCount).toBe(0)
  })
})
