import { createClient } from '@inkling/mock-server/contract/client/client'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetFacts } from '../../calls/target-facts.ts'
import { readSettings } from '../../settings/settings.ts'
import { createStore } from '../store.ts'
import { ReferenceGames } from './reference-games.ts'
import { watchTarget } from './watch.ts'
import { NOTHING_WATCHED } from './watched.ts'

const baseUrl = 'http://inkling.test'

test('games whose reading failed once are read again after a pause', async () => {
  const { fetch } = createInProcessServer({ clock: '2026-03-07T12:00:00-05:00' })
  let failures = 0
  vi.stubGlobal('fetch', (async (input, init) => {
    const { pathname } = new URL(String(input))
    // Without events, only the pause leads to another reading.
    if (pathname === '/control/events') return new Promise(() => {})
    if (pathname === '/control/games' && failures-- > 0) return new Response('{}', { status: 500 })
    return fetch(input, init)
  }) satisfies typeof globalThis.fetch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  forgetFacts()
  const settings = readSettings({ target: baseUrl }, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
  const store = createStore(NOTHING_WATCHED)
  const watch = watchTarget(settings, store, undefined)
  onTestFinished(() => {
    watch.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  await watch.refresh()
  expect(store.get()).toMatchObject({ connection: 'live', games: [] })

  const { token } = await createClient({ baseUrl, fetch }).signInDevice({
    body: { deviceId: 'device_of_a_night_owl' },
  })
  const client = createClient({ baseUrl, fetch, token: () => token })
  await client.createGroup({ body: { name: 'Night Owls' } })
  await client.triggerDailyGames()
  failures = 1
  await watch.refresh()
  expect(failures).toBe(0)
  expect(store.get().games).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(store.get().games).toHaveLength(1), { timeout: 15_000 })
})

test('the kind of the server is known as soon as its games are shown', async () => {
  const { fetch } = createInProcessServer({ clock: '2026-03-07T12:00:00-05:00' })
  const { token } = await createClient({ baseUrl, fetch }).signInDevice({
    body: { deviceId: 'device_of_a_night_owl' },
  })
  const client = createClient({ baseUrl, fetch, token: () => token })
  await client.createGroup({ body: { name: 'Night Owls' } })
  await client.triggerDailyGames()
  vi.stubGlobal('fetch', (async (input, init) => {
    const { pathname } = new URL(String(input))
    const neverAnswers = ['/control/events', '/control/world'].includes(pathname)
    return neverAnswers ? new Promise(() => {}) : fetch(input, init)
  }) satisfies typeof globalThis.fetch)
  forgetFacts()
  const settings = readSettings({ target: baseUrl }, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
  const store = createStore(NOTHING_WATCHED)
  const kinds = new Set<unknown>()
  store.subscribe(() => {
    if (store.get().games.length > 0) kinds.add(store.get().kind)
  })
  const watch = watchTarget(settings, store, undefined)
  onTestFinished(() => {
    watch.stop()
    vi.unstubAllGlobals()
  })
  await vi.waitFor(() => expect(store.get().games).toHaveLength(1), { timeout: 15_000 })
  expect([...kinds]).toEqual(['reference'])
})

test('groups have their names without an export of the world, and also on a server that lists no groups', async () => {
  const { fetch } = createInProcessServer({ clock: '2026-03-07T12:00:00-05:00' })
  const { token } = await createClient({ baseUrl, fetch }).signInDevice({
    body: { deviceId: 'device_of_a_night_owl' },
  })
  const client = createClient({ baseUrl, fetch, token: () => token })
  await client.createGroup({ body: { name: 'Night Owls' } })
  await client.triggerDailyGames()
  const namesWithout = async (missing: string) => {
    const games = new ReferenceGames(
      createClient({
        baseUrl,
        fetch: (input, init) =>
          new URL(String(input)).pathname === missing
            ? Promise.resolve(Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 }))
            : fetch(input, init),
      }),
    )
    await games.read('all')
    if (missing === '/control/groups') await games.readWorld(1)
    return games.games.map(({ name }) => name)
  }
  expect(await namesWithout('/control/world')).toEqual(['Night Owls'])
  expect(await namesWithout('/control/groups')).toEqual(['Night Owls'])
})
