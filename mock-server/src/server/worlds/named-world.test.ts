import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { DEFAULT_TIME_ZONE } from '../../core/contract/constants.ts'
import type { World } from '../../engine/world/world.ts'
import { inProcessFetch } from '../compose/in-process-server.ts'
import { ControlledClock } from '../control/clock.ts'
import { controlledEngine, derivedSecrets } from '../control/controlled-engine.ts'
import { startServer } from '../main.ts'
import { nodePorts } from '../platform/node-ports.ts'
import { StartupError } from '../platform/startup-error.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import { DEMO } from './demo-server.fixture.ts'
import { importIfEmpty, namedWorld } from './named-world.ts'

/** A world with one player, who signed up at the given instant. */
const arrivedAt = (createdAt: string): World => ({
  format: 'inkling-world',
  version: 1,
  seed: '7',
  users: [
    {
      id: 'mia',
      deviceHash: '0'.repeat(64),
      username: 'Mia',
      avatar: null,
      groupId: null,
      finishedOnboarding: true,
      pushNotifications: true,
      createdAt,
      groupsFounded: 0,
    },
  ],
  groups: [],
  games: [],
  reactions: [],
  pushTokens: [],
  blobs: {},
})

const NOON = '2026-03-07T17:00:00.000Z'

test('a world is built for an empty store only', async () => {
  const store = new MemoryStore()
  const build = vi.fn(async () => arrivedAt(NOON))
  expect(await importIfEmpty(store, build, 'mia')).toMatchObject({ documents: { users: 1 } })
  expect(await importIfEmpty(store, build, 'mia')).toBeNull()
  expect(build).toHaveBeenCalledTimes(1)
})

test('a reset rebuilds the named world for the day of the reset', async () => {
  const clock = new ControlledClock()
  clock.freezeAt(NOON)
  const settings = {
    ...derivedSecrets('7', nodePorts.codecs),
    timeZone: DEFAULT_TIME_ZONE,
    adminKey: null,
    everyoneIsAdmin: true,
    isProtected: false,
  }
  const build = vi.fn(async (now: string) => arrivedAt(now))
  const engine = controlledEngine({ ...nodePorts, store: new MemoryStore(), clock }, settings, {
    seedWorld: build,
  })
  const client = createClient({ baseUrl: 'http://in-process', fetch: inProcessFetch(engine) })
  expect(build).not.toHaveBeenCalled()
  clock.freezeAt('2026-03-10T17:00:00.000Z')
  await client.resetWorld()
  expect(await client.listUsers({ query: {} })).toMatchObject({
    items: [{ username: 'Mia', createdAt: '2026-03-10T17:00:00.000Z' }],
  })
})

test('after a reset to the demo world, tokens of its players are valid, and those of others are not', async () => {
  const adminKey = 'open-sesame'
  const server = await startServer({ port: 0, data: null, ...DEMO, adminKey })
  onTestFinished(() => server.close())
  const as = (token: string | null) =>
    createClient({ baseUrl: server.url, fetch, token: () => token, adminKey: () => adminKey })
  const deviceId = 'device_of_a_reader'
  const mia = await as(null).signInDevice({ body: { deviceId: 'device_demo_mia_sketchbook' } })
  const reader = await as(null).signInDevice({ body: { deviceId } })
  await as(mia.token).updateProfile({ body: { username: 'Mina' } })
  const { now } = await as(null).changeClock({ body: { advanceMs: 30_000 } })
  await as(null).putFaults({ body: [{ match: { path: '/api/game/yesterday/results' }, status: 503 }] })
  await as(null).resetWorld()
  expect(await as(mia.token).getProfile()).toMatchObject({ id: mia.user.id, username: 'Mia' })
  await expect(as(reader.token).getProfile()).rejects.toMatchObject({ code: 'AUTH_INVALID' })
  expect(await as(null).signInDevice({ body: { deviceId } })).toMatchObject({ isNewUser: true })
  expect((await as(null).getClock()).now >= now).toBe(true)
  expect(await as(null).getFaults()).toHaveLength(1)
})

test('an unknown name is refused before anything is built', () => {
  const open = () => namedWorld('moon', { seed: '7', timeZone: DEFAULT_TIME_ZONE })
  expect(open).toThrow(StartupError)
  expect(open).toThrow(
    "There is no world 'moon'. Use one of demo, empty, busy, or a .ndjson or .json file, for --world.",
  )
})
