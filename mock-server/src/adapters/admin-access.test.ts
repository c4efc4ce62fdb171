import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../main.ts'

/* Who is an admin of a server that listens: api.md, Admin. */

let server: RunningServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function statusOf(
  options: Partial<ServerOptions>,
  headers: Record<string, string> = {},
): Promise<number> {
  server ??= await startServer({ port: 0, data: null, ...options })
  return (await fetch(`${server.url}/control/status`, { headers })).status
}

test('without a key whoever is on this machine', async () => {
  expect(await statusOf({})).toBe(200)
})

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
  'not through a proxy, which tells so in %s',
  async (header) => {
    expect(await statusOf({}, { [header]: 'for=127.0.0.1' })).toBe(403)
  },
)

test('not a page from elsewhere in a browser of this machine', async () => {
  expect(await statusOf({}, { origin: 'https://elsewhere.test' })).toBe(403)
  expect(await statusOf({}, { origin: 'http://localhost.elsewhere.test' })).toBe(403)
  expect(await statusOf({}, { origin: 'null' })).toBe(403)
  for (const origin of ['http://localhost:5173', 'http://127.0.0.1:4000', 'http://[::1]']) {
    expect(await statusOf({}, { origin })).toBe(200)
  }
})

test('with a key whoever has it, from wherever', async () => {
  const options = { adminKey: 'the key' }
  expect(await statusOf(options)).toBe(403)
  expect(await statusOf(options, { 'x-admin-key': 'the kez' })).toBe(403)
  expect(await statusOf(options, { 'x-admin-key': 'the key', 'x-forwarded-for': '1.2.3.4' })).toBe(200)
})

test('an empty key, as an environment may have it, is none', async () => {
  expect(await statusOf({ adminKey: '' }, { 'x-forwarded-for': '1.2.3.4' })).toBe(403)
  expect(await statusOf({}, { 'x-forwarded-for': '1.2.3.4', 'x-admin-key': '' })).toBe(403)
})

test('nobody in production without a key, an empty one included', async () => {
  expect(await statusOf({ adminKey: '', adminWithoutKey: false })).toBe(403)
  expect(await statusOf({}, { 'x-admin-key': '' })).toBe(403)
})

test('a world is not read from just anybody: the refusal comes before the body', async () => {
  server = await startServer({ port: 0, data: null, adminKey: 'the key' })
  const { url } = server
  const status = await new Promise((resolve, reject) => {
    const sending = request(`${url}/control/world`, {
      method: 'PUT',
      headers: { 'content-length': String(200 * 1024 * 1024) },
    })
    sending.once('response', ({ statusCode }) => {
      resolve(statusCode)
      sending.destroy()
    })
    sending.once('error', reject)
    sending.flushHeaders()
  })
  expect(status).toBe(403)
})
