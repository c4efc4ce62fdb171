import { createClient } from '@inkling/mock-server/contract/client/client'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetFacts } from '../../calls/target-facts.ts'
import { loneMember, newPlayer } from '../../players.fixture.ts'
import { readSettings } from '../../settings/settings.ts'
import { createStore } from '../store.ts'
import { ReferenceGames } from './reference-games.ts'
import { watchTarget } from './watch.ts'
import { NOTHING_WATCHED } from './watched.ts'

const baseUrl = 'http://inkling.test'

/** Watches a server until the test ends. */
function watching() {
  forgetFacts()
  const settings = readSettings({ target: baseUrl }, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
  const store = createStore(NOTHING_WATCHED)
  const watch = watchTarget(settings, store, undefined)
  onTestFinished(() => {
    watch.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return { store, watch }
}

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
  const { store, watch } = watching()
  await watch.refresh()
  expect(store.get()).toMatchObject({ connection: 'live', games: [] })

  await loneMember({ fetch }, 'Night Owls')
  failures = 1
  await watch.refresh()
  expect(failures).toBe(0)
  expect(store.get().games).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(store.get().games).toHaveLength(1), { timeout: 15_000 })
})

test('the kind of the server is known as soon as its games are shown', async () => {
  const { fetch } = createInProcessServer({ clock: '2026-03-07T12:00:00-05:00' })
  await loneMember({ fetch }, 'Night Owls')
  vi.stubGlobal('fetch', (async (input, init) => {
    const { pathname } = new URL(String(input))
    return pathname === '/control/events' ? new Promise(() => {}) : fetch(input, init)
  }) satisfies typeof globalThis.fetch)
  const { store } = watching()
  const kinds = new Set<unknown>()
  store.subscribe(() => {
    if (store.get().games.length > 0) kinds.add(store.get().kind)
  })
  await vi.waitFor(() => expect(store.get().games).toHaveLength(1), { timeout: 15_000 })
  expect([...kinds]).toEqual(['reference'])
})

test('a moderator sees the groups, the games and their drawings, without an export of the world', async () => {
  const { fetch } = createInProcessServer({
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: 'the admin key',
    moderatorKey: 'the moderator key',
  })
  const { player, id: userId } = await newPlayer({ fetch }, 'Otto')
  await player.createGroup({ body: { name: 'Night Owls' } })
  const admin = createClient({ baseUrl, fetch, adminKey: 'the admin key' })
  const { gameId } = await admin.stage({ body: { userId, turnType: 'guess', groupSize: 3 } })
  const games = new ReferenceGames(createClient({ baseUrl, fetch, adminKey: 'the moderator key' }))
  await games.read('all')
  const [game] = games.games
  expect(game).toMatchObject({ id: gameId, name: 'Night Owls' })
  expect(await games.readDrawings(gameId ?? '')).toBe(true)
  const drawing = game?.steps.find((step) => step.type === 'drawing')?.picture ?? ''
  expect(games.pictures.get(drawing)).toMatch(/^iVBOR/)
  const { calls } = await admin.listAdminCalls({ query: {} })
  expect(calls.map(({ path }) => path)).not.toContain('/control/world')
})

test('a refused event stream is asked for less and less often, and games are still read', async () => {
  const { fetch } = createInProcessServer({ clock: '2026-03-07T12:00:00-05:00' })
  const calls: string[] = []
  vi.stubGlobal('fetch', (async (input, init) => {
    const { pathname } = new URL(String(input))
    calls.push(pathname)
    return pathname === '/control/events' ? new Response('', { status: 503 }) : fetch(input, init)
  }) satisfies typeof globalThis.fetch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  watching()
  const count = (path: string) => calls.filter((each) => each === path).length
  for (let second = 0; second < 60; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    // Answers of the server take real time.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(count('/control/events')).toBeGreaterThan(2)
  expect(count('/control/events')).toBeLessThan(10)
  expect(count('/control/games')).toBeGreaterThan(5)
  expect(calls.length).toBeLessThan(100)
})
