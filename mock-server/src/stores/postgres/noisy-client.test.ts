import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../contract/client.ts'
import { type RunningServer, startServer } from '../../main.ts'
import { newSchema, servers } from './schema.fixture.ts'

/* A client that sends hundreds of calls at once to two servers on one database. */

const [postgres] = servers
if (!postgres) throw new Error('No PostgreSQL server was started')

let running: RunningServer[]

beforeEach(async () => {
  const database = await newSchema(postgres)
  running = []
  for (let at = 0; at < 2; at++) running.push(await startServer({ port: 0, data: null, database }))
})
afterEach(async () => {
  for (const server of running) await server.close()
})

const retriesOf = (server: RunningServer) => server.engine.ports.store.figures?.().retries.changed ?? 0
const player = (at: number, token = '') =>
  createClient({ baseUrl: running[at % 2]?.url ?? '', fetch, token: () => token })
const signIn = async (who: string): Promise<string> =>
  (await player(0).signInDevice({ body: { deviceId: `device_${who}_0123456789` } })).token

test('400 concurrent changes of one profile succeed, or are limited, nearly without conflicts', async () => {
  const ann = await signIn('ann')
  const before = running.reduce((sum, server) => sum + retriesOf(server), 0)
  const changes = Array.from({ length: 400 }, (_, at) =>
    player(at, ann).updateProfile({ body: { username: at % 4 < 2 ? 'Anna-Lind' : 'Anna-Berg' } }),
  )
  const settled = await Promise.allSettled(changes)
  const failures = settled.flatMap((change) => (change.status === 'rejected' ? [change.reason.code] : []))
  // A slow machine may not finish 400 changes within the time that a call may wait.
  expect(new Set([...failures, 'RATE_LIMITED'])).toEqual(new Set(['RATE_LIMITED']))
  expect(failures.length).toBeLessThan(400)
  expect(running.reduce((sum, server) => sum + retriesOf(server), -before)).toBeLessThan(10)
})
