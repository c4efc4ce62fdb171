import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../main.ts'

/* Admin access to a listening server (API.md, Admin). */

let server: RunningServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function open(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  server = await startServer({ port: 0, data: null, ...options })
  return server
}

/** Uses node:http because fetch sets the Host header itself. */
function status({ url }: RunningServer, headers: Record<string, string>, path = '/control/status') {
  return new Promise<number | undefined>((resolve, reject) => {
    const method = path.startsWith('/api/admin') ? 'POST' : 'GET'
    const sending = request(url + path, { method, headers }, (response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    sending.once('error', reject)
    sending.end()
  })
}

test('a server without a configured key generates one, and accepts no other', async () => {
  const server = await open()
  const key = server.adminKey ?? ''
  expect(key.length).toBeGreaterThanOrEqual(32)
  expect(await status(server, { 'x-admin-key': key })).toBe(200)
  for (const headers of [{}, { 'x-admin-key': '' }, { 'x-admin-key': `${key}x` }]) {
    expect(await status(server, headers)).toBe(403)
    expect(await status(server, headers, '/api/admin/trigger-daily-games')).toBe(403)
    expect(await status(server, headers, '/control/events')).toBe(403)
  }
})

test('a configured key is accepted from any address, and needs at least 8 characters', async () => {
  const server = await open({ adminKey: 'the key!' })
  expect(server.adminKey).toBe('the key!')
  expect(await status(server, { 'x-admin-key': 'the kez!' })).toBe(403)
  expect(await status(server, { 'x-admin-key': 'the key!', 'x-forwarded-for': '1.2.3.4' })).toBe(200)
  await expect(startServer({ port: 0, data: null, adminKey: 'short' })).rejects.toThrow(
    'The admin key has 5 characters. It needs at least 8; without --admin-key and ADMIN_KEY, the server generates one.',
  )
  await expect(startServer({ port: 0, data: null, adminKey: 'short', makeAdminKey: false })).rejects.toThrow(
    /It needs at least 8\.$/,
  )
})

test.each([undefined, ''])(
  'if no key may be generated, and %j is configured, every admin call is refused',
  async (adminKey) => {
    const server = await open({ makeAdminKey: false, ...(adminKey !== undefined && { adminKey }) })
    expect(server.adminKey).toBeNull()
    for (const key of ['', 'null', 'undefined'])
      expect(await status(server, { 'x-admin-key': key })).toBe(403)
  },
)

test('an unknown host name is refused without the right key (DNS rebinding)', async () => {
  const server = await open({ adminKey: 'the admin key', publicUrl: 'https://inkling.example' })
  for (const [host, key, expected] of [
    ['evil.example', 'another key', 403],
    ['evil.example', 'the admin key', 200],
    ['inkling.example', 'the admin key', 200],
  ] as const) {
    const headers = { host, 'x-admin-key': key }
    for (const path of ['/control/status', '/control/events', '/api/admin/trigger-daily-games']) {
      expect(await status(server, headers, path), `${host} ${path}`).toBe(expected)
    }
    expect(await status(server, headers, '/healthz')).toBe(200)
  }
})

test('CORS allows pages of other origins to use the API, but not the controls', async () => {
  const server = await open()
  const headers = { origin: 'https://elsewhere.test', 'x-admin-key': server.adminKey ?? '' }
  const allowed = async (path: string) =>
    (await fetch(server.url + path, { headers })).headers.get('access-control-allow-origin')
  expect(await allowed('/control/status')).toBeNull()
  expect(await allowed('/api/openapi.json')).toBe('*')
})

test('a large body without the admin key is refused before it is read', async () => {
  server = await startServer({ port: 0, data: null, adminKey: 'the admin key' })
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
