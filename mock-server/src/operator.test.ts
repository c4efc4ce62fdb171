import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { announcedAdminKey } from './compose/announced-servers.ts'
import { createClient } from './contract/client/client.ts'
import { type RunningServer, type ServerOptions, startServer } from './main.ts'

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
  ])
  const log = await readFile(join(data, 'admin-calls.jsonl'), 'utf8')
  for (const key of [before, adminKey]) expect(log).not.toContain(key)

  await stop(server)
  expect(announcedAdminKey(server.url)).toBeUndefined()
  expect((await start({ data })).adminKey).toBe(adminKey)
})

test('maintenance, announcements and the list of admin calls are there after a restart', async () => {
  const data = await newFolder()
  const first = await start({ data })
  const key = first.adminKey ?? ''
  await adminOf(first, key).startMaintenance({ body: {} })
  await adminOf(first, key).announce({ body: { text: 'Back at three.' } })
  await stop(first)
  const second = adminOf(await start({ data }), key)
  expect(await second.getAnnouncements()).toMatchObject({
    announcements: [{ text: 'Back at three.' }],
    maintenance: { message: null },
  })
  expect((await second.listAdminCalls({ query: {} })).calls).toHaveLength(2)
  const signingIn = second.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  await expect(signingIn).rejects.toMatchObject({ status: 503 })
})

test('a server in memory replaces its key too', async () => {
  const server = await start({})
  const { adminKey } = await adminOf(server, server.adminKey ?? '').rotateAdminKey()
  await adminOf(server, adminKey).getClock()
  await expect(adminOf(server, server.adminKey ?? '').getClock()).rejects.toMatchObject({ status: 403 })
})
