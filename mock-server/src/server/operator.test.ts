import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../core/contract/client/client.ts'
import { type RunningServer, type ServerOptions, startServer } from './main.ts'
import { announcedAdminKey } from './platform/announced-servers.ts'

/* What the operator of a server does: it outlives the process. */

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-operator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function start(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({ port: 0, data: null, ...options })
  running.push(server)
  return server
}

async function stop(server: RunningServer): Promise<void> {
  running = running.filter((other) => other !== server)
  await server.close()
}

const adminOf = ({ url }: RunningServer, adminKey: string) => createClient({ baseUrl: url, fetch, adminKey })

test('a new admin key replaces the old one at once, also for open streams and programs on this machine', async () => {
  const [data, runtime] = [await newFolder(), await newFolder()]
  vi.stubEnv('XDG_RUNTIME_DIR', runtime)
  onTestFinished(() => void vi.unstubAllEnvs())
  const server = await start({ data, announce: true })
  const before = server.adminKey ?? ''
  const stream = await fetch(`${server.url}/control/events`, { headers: { 'x-admin-key': before } })
  expect(announcedAdminKey(server.url)).toBe(before)

  const { adminKey } = await adminOf(server, before).rotateAdminKey()
  expect(adminKey).not.toBe(before)
  await expect(adminOf(server, before).getClock()).rejects.toMatchObject({ status: 403 })
  await stream.text()
  await adminOf(server, adminKey).triggerDailyGames()
  expect(announcedAdminKey(server.url)).toBe(adminKey)
  expect(await readFile(join(data, 'admin-key'), 'utf8')).toBe(`${adminKey}\n`)
  const { calls } = await adminOf(server, adminKey).listAdminCalls({ query: {} })
  expect(calls).toMatchObject([
    { path: '/api/admin/trigger-daily-games' },
    { path: '/control/admin-key', status: 200, from: expect.stringMatching(/127\.0\.0\.1|::1/) },
    { method: 'GET', path: '/control/events', status: 200 },
  ])
  const folder = join(data, 'admin-calls')
  const log = await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8')
  for (const key of [before, adminKey]) expect(log).not.toContain(key)

  await stop(server)
  expect(announcedAdminKey(server.url)).toBeUndefined()
  expect((await start({ data })).adminKey).toBe(adminKey)
})

test('no body hides a call of an admin from the list, and neither does another key', async () => {
  const adminKey = 'the admin key'
  const moderatorKey = 'the moderator key'
  const server = await start({ adminKey, moderatorKey })
  const send = async (method: string, path: string, body: string | null, key = adminKey) =>
    (await fetch(server.url + path, { method, body, headers: { 'x-admin-key': key } })).status
  const large = JSON.stringify({ text: 'a'.repeat(5000) })
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const announcing = '/control/announcements'
  expect(await send('POST', announcing, large)).toBe(400)
  expect(await send('POST', announcing, '{"text": 7}')).toBe(400)
  expect(await send('POST', announcing, `{"text": "${adminKey}`)).toBe(400)
  expect(await send('POST', announcing, deep)).toBe(400)
  expect(await send('POST', announcing, JSON.stringify('a'.repeat(1024 * 1024)))).toBe(413)
  expect(await send('PUT', '/control/world', '{}', moderatorKey)).toBe(403)
  expect(await send('GET', '/control/world', null, moderatorKey)).toBe(403)
  expect(await send('GET', '/control/world', null, 'a wrong key')).toBe(403)
  expect(await send('GET', '/control/world', null)).toBe(200)
  expect(await send('GET', '/control/world', null)).toBe(200)
  expect(await send('GET', '/api/admin/moderation/players?query=ann', null, moderatorKey)).toBe(200)
  expect(await send('GET', '/api/admin/moderation/players?query=ben', null, moderatorKey)).toBe(200)

  const { calls } = await adminOf(server, adminKey).listAdminCalls({ query: {} })
  const listed = calls.map(({ key, method, path, status, body }) => [key, `${method} ${path}`, status, body])
  expect(listed.reverse()).toEqual([
    ['admin', `POST ${announcing}`, 400, `${large.slice(0, 2000)}…`],
    ['admin', `POST ${announcing}`, 400, { text: 7 }],
    ['admin', `POST ${announcing}`, 400, '{"text": "***'],
    ['admin', `POST ${announcing}`, 400, '(nested too deeply)'],
    ['admin', `POST ${announcing}`, 413, '(1048578 bytes)'],
    ['moderator', 'PUT /control/world', 403, '(a world)'],
    ['moderator', 'GET /control/world', 403, null],
    ['admin', 'GET /control/world', 200, null],
    ['admin', 'GET /control/world', 200, null],
    ['moderator', 'GET /api/admin/moderation/players?query=ann', 200, null],
  ])
})

test('the moderator key is not the admin key, works without one, and is told what it may not do', async () => {
  const same = start({ adminKey: 'one key for all', moderatorKey: 'one key for all' })
  await expect(same).rejects.toThrow('MODERATOR_KEY is the admin key')
  await expect(start({ moderatorKey: 'short' })).rejects.toThrow('The moderator key has 5 characters')
  const server = await start({ makeAdminKey: false, moderatorKey: 'the moderator key' })
  const moderator = adminOf(server, 'the moderator key')
  expect(await moderator.announce({ body: { text: 'Hello' } })).toMatchObject({ text: 'Hello' })
  expect(JSON.stringify(await moderator.getControlStatus())).not.toContain(server.engine.settings.seed)
  await expect(moderator.exportWorld()).rejects.toMatchObject({
    status: 403,
    message: /^This needs the admin key: the moderator key in X-Admin-Key is for moderation/,
  })
  await expect(adminOf(server, 'a wrong key').getControlStatus()).rejects.toMatchObject({
    message: 'The admin or moderator key in X-Admin-Key is missing or wrong',
  })
})

test('a server in memory replaces its key too', async () => {
  const server = await start({})
  const { adminKey } = await adminOf(server, server.adminKey ?? '').rotateAdminKey()
  await adminOf(server, adminKey).getClock()
  await expect(adminOf(server, server.adminKey ?? '').getClock()).rejects.toMatchObject({ status: 403 })
})
