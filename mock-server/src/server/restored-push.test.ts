import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../core/contract/client/client.ts'
import { newServer, playerOf } from './compose/friends.fixture.ts'
import { type RunningServer, type ServerOptions, startServer } from './main.ts'
import { startPushService } from './platform/push/push-service.fixture.ts'

/* A server with another server's data, with which players have registered their phones. */

const KEY = 'the admin key'
const NOON = '2026-03-07T12:00:00-05:00'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-push-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The world of a server with one player and their browser. */
async function productionWorld(token: string) {
  const ann = await playerOf(newServer(), 'ann')
  await ann.registerToken({ body: { token, platform: 'web', timeZone: 'America/New_York' } })
  return ann.exportWorld()
}

test("another server's data sends nothing to real phones until --push is said, and its own data always does", async () => {
  const data = await newFolder()
  let service: Awaited<ReturnType<typeof startPushService>> | undefined
  let running: RunningServer | null = null
  onTestFinished(() => running?.close())
  /** Stops the server before, and starts another one on its data. */
  const start = async (options: Partial<ServerOptions> = {}) => {
    await running?.close()
    running = null
    const server = await startServer({
      port: 0,
      data,
      adminKey: KEY,
      clock: NOON,
      contact: 'ops@inkling.example',
      isPushService: (url) => service?.isAllowed(url) ?? false,
      ...options,
    })
    running = server
    const admin = createClient({ baseUrl: server.url, fetch, adminKey: KEY })
    /** Sends a notice to all players. @returns what the server says of its channel, and how many messages arrived */
    const announced = async () => {
      const { announcements } = await admin.getAnnouncements()
      for (const { id } of announcements) await admin.removeAnnouncement({ params: { id } })
      const before = service?.received.length ?? 0
      expect(await admin.announce({ body: { text: 'Hello' } })).toMatchObject({ notified: 1 })
      await admin.getOutbox()
      return [(await admin.getControlStatus()).push?.web, (service?.received.length ?? 0) - before]
    }
    return { server, admin, announced }
  }
  const empty = await start()
  service = await startPushService(empty.server.engine.settings.vapidKey ?? '')
  onTestFinished(() => service?.close())
  const world = join(data, '..', `${data.split('/').at(-1)}.json`)
  onTestFinished(() => rm(world))
  const saved = await productionWorld(service.subscribe('ann'))
  await writeFile(world, JSON.stringify(saved))

  const copy = await start({ world })
  const held = [expect.stringMatching(/^held, .* restart with --push/), 0]
  expect(await copy.announced()).toEqual(held)
  const again = await start()
  expect(await again.announced()).toEqual(held)

  const successor = await start({ push: true })
  expect(await successor.announced()).toEqual(['on', 1])
  const restarted = await start()
  expect(await restarted.announced()).toEqual(['on', 1])
  await restarted.admin.restoreWorld({ body: await restarted.admin.exportWorld() })
  expect(await restarted.announced()).toEqual(['on', 1])
  await expect(restarted.admin.restoreWorld({ body: { ...saved, games: 7 } as never })).rejects.toThrow()
  expect(await restarted.announced()).toEqual(['on', 1])
  await restarted.admin.restoreWorld({ body: saved })
  expect(await restarted.announced()).toEqual(held)
  expect(service.problems).toEqual([])
})
