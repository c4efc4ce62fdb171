import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../contract/client.ts'
import { type RunningServer, startServer } from '../../main.ts'

let server: RunningServer

beforeEach(async () => {
  server = await startServer({ port: 0, data: null, adminKey: 'the admin key' })
})
afterEach(() => server.close())

test('tells what happens as server-sent events, and stops when nobody reads', async () => {
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
  await until('here is what happens')
  let token = ''
  const client = createClient({ baseUrl: server.url, fetch, adminKey: 'the admin key', token: () => token })
  token = (await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })).token
  await client.createGroup({ body: { name: 'Owls' } })
  await client.triggerDailyGames()
  await until('event: game-created\ndata: {"type":"game-created"')
  reading.abort()
})

test('is for admins', async () => {
  const refused = await fetch(`${server.url}/control/events`)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
})
