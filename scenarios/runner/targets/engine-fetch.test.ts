import { createInProcessServer } from '@inkling/mock-server/compose/in-process'
import { expect, test } from 'vitest'
import { engineFetch } from './engine-fetch.ts'

const ORIGIN = 'http://in-process.inkling'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const server = createInProcessServer({ seed: 'door', clock: '2026-03-06T12:00:00-05:00' })
const short = engineFetch(() => server.engine, ORIGIN, server.fetch)

test.each<[path: string, init: RequestInit]>([
  ['/api/auth/device', { method: 'POST', headers: JSON_TYPE, body: '{"deviceId":"one-device-of-somebody"}' }],
  ['/api/auth/device', { method: 'POST', headers: JSON_TYPE, body: '{"deviceId":' }],
  ['/api/auth/device', { method: 'POST', headers: JSON_TYPE, body: `"${'x'.repeat(1_100_000)}"` }],
  ['/api/groups/lookup/a%20b', { headers: { Authorization: 'Bearer nobody' } }],
  ['/api/user/history?limit=5', {}],
  ['/api/no/such/path', { method: 'GET' }],
  ['/control/clock', { signal: new AbortController().signal }],
])('%s %j is answered as a whole request is', async (path, init) => {
  const answers = await Promise.all([short, server.fetch].map((door) => door(ORIGIN + path, init)))
  const [one, other] = await Promise.all(
    answers.map(async (answer) => {
      const { isNewUser: _, ...body } = await answer.clone().json()
      return { status: answer.status, ok: answer.ok, headers: Object.fromEntries(answer.headers), body }
    }),
  )
  expect(one).toEqual(other)
})

test('a connection that breaks on purpose throws as fetch does', async () => {
  const body = JSON.stringify([{ match: { path: '/api/auth/device' }, drop: true }])
  await short(`${ORIGIN}/control/faults`, { method: 'PUT', headers: JSON_TYPE, body })
  const call = { method: 'POST', headers: JSON_TYPE, body: '{"deviceId":"one-device-of-somebody"}' }
  await expect(short(`${ORIGIN}/api/auth/device`, call)).rejects.toThrow(TypeError)
})
