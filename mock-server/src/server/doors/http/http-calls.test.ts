import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '../../../engine/calls/call.ts'
import { Engine } from '../../../engine/engine.ts'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { LONG_IDLE } from '../../platform/long-idle.fixture.ts'
import { createApp } from './app.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  if (server) await new Promise((resolve) => server?.close(resolve))
})

/** Serves an engine whose controls answer the first calls with these replies. Returns its URL and the lines of its log. */
async function serveReplies(...replies: Reply[]): Promise<{ url: string; lines: string[] }> {
  const { ports, settings } = createInProcessServer().engine
  const intercept = async () => replies.shift() ?? null
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const engine = new Engine(ports, settings, { operations: {}, outerOperations: {}, intercept })
  server = createServer(LONG_IDLE, createApp(engine, { clientDir: null, log })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, lines }
}

test('a response that cannot be written fails only its own call', async () => {
  const unwritable = {
    toJSON() {
      throw new Error('cannot be written')
    },
  }
  const { url, lines } = await serveReplies(
    { status: 200, headers: {}, body: unwritable },
    { status: 200, headers: { 'x-odd': 'a\nb' }, body: {} },
  )
  for (let times = 0; times < 2; times++) expect((await fetch(`${url}/api/user/profile`)).status).toBe(500)
  const body = JSON.stringify({ deviceId: 'device_ann_0123456789' })
  const signedIn = await fetch(`${url}/api/auth/device`, { method: 'POST', body })
  expect(await signedIn.json()).toMatchObject({ token: expect.stringMatching(/\./) })
  expect(lines.join('')).toContain('cannot be written')
})
