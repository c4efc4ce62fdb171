import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { createCrowd } from '../../server/compose/crowd.fixture.ts'
import { engineOver } from '../../server/compose/crowd-client.fixture.ts'
import { inProcessFetch } from '../../server/compose/in-process-server.ts'
import { ControlledClock } from '../../server/control/clock.ts'
import { EmbeddedStore } from '../../server/stores/embedded/embedded-store.ts'
import { everythingIn } from '../everything-in.fixture.ts'
import { storeWithMethods } from '../replaced-methods.fixture.ts'
import type { Store } from '../store.ts'

/* Each group has exactly one game per day, even if calls race on two engines over one store. */

let folder: string
let store: EmbeddedStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-rollover-'))
  store = await EmbeddedStore.open(folder)
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const PLAYERS = 12
const GROUP_SIZE = 4

async function open(over: Store = store) {
  const clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  const engines = [1, 2].map(() => engineOver(over, clock))
  const daysStarted: string[] = []
  for (const { events } of engines) {
    events.listen((event) => {
      if (event.type === 'day-started') daysStarted.push(event.day)
    })
  }
  const arrive = async (at: number) => {
    let token: string | null = null
    const clients = engines.map((engine) =>
      createClient({ baseUrl: 'http://in-process', fetch: inProcessFetch(engine), token: () => token }),
    )
    const [first, second] = clients
    if (!first || !second) throw new Error('There are two engines')
    token = (await first.signInDevice({ body: { deviceId: `device_player_${at}_0123456789` } })).token
    return { first, second }
  }
  const players = []
  let code = ''
  for (let at = 0; at < PLAYERS; at++) {
    const { first, second } = await arrive(at)
    if (at % GROUP_SIZE === 0) code = (await first.createGroup({ body: { name: `Group ${at}` } })).code
    else await first.joinGroup({ body: { code } })
    players.push({ first, second })
  }
  return { engines, clock, players, arrive, code, daysStarted }
}

test('calls that race at midnight find one game per group, and the day starts once', async () => {
  const { clock, players, daysStarted } = await open()
  clock.set('2026-03-08T00:00:00-05:00')
  const answers = await Promise.all(
    players.flatMap(({ first, second }) => [
      first.getToday(),
      second.getToday(),
      second.triggerDailyGames(),
      first.getHistory({ query: {} }),
      second.getToday(),
    ]),
  )
  const ids = answers.flatMap((answer) => ('gameId' in answer ? [answer.gameId] : []))
  expect(new Set(ids).size).toBe(PLAYERS / GROUP_SIZE)
  const games = await store.transaction((tx) => tx.peekSearch('gamesOfDay', '2026-03-08'))
  expect(games.map(({ groupId }) => groupId).sort()).toEqual(
    [...new Set(games.map(({ groupId }) => groupId))].sort(),
  )
  expect(games).toHaveLength(PLAYERS / GROUP_SIZE)
  expect(daysStarted.filter((day) => day === '2026-03-08')).toHaveLength(1)
})

test('a player who joins while a batch of games is created is in the game', async () => {
  let join = async (): Promise<unknown> => undefined
  const { players, arrive, code } = await open(afterPageOfGroups(store, () => join()))
  const newcomer = await arrive(PLAYERS)
  join = async () => {
    join = async () => undefined
    await newcomer.second.joinGroup({ body: { code } })
  }
  await players[0]?.first.triggerDailyGames()
  const { groups, games } = await everythingIn(store)
  expect(games).toHaveLength(groups.length)
  for (const { groupId, players } of games) {
    const members = groups.find(({ id }) => id === groupId)?.members ?? []
    expect(players.map(({ userId }) => userId).sort()).toEqual(members.map(({ userId }) => userId).sort())
  }
  expect(groups.flatMap(({ members }) => members)).toHaveLength(PLAYERS + 1)
})

test('a game whose grace period ends while games are created is closed', async () => {
  let elapse = (): void => {}
  const watched = afterPageOfGroups(store, async () => elapse())
  const { engines, clock, players } = await open(watched)
  // More groups than the roll-over checks in one batch.
  await createCrowd(store, { groups: 30, membersEach: 1, createdAt: '2026-03-07T17:00:00.000Z' })
  await players[0]?.first.triggerDailyGames()
  clock.set('2026-03-07T23:59:00-05:00')
  await players[0]?.first.startTurn()
  clock.set('2026-03-08T00:00:05-05:00')
  elapse = () => clock.set('2026-03-08T00:05:10-05:00')
  await engines[0]?.rollOverIfDue()
  const games = await store.transaction((tx) => tx.peekSearch('gamesOfDay', '2026-03-07'))
  expect(games).toHaveLength(30 + PLAYERS / GROUP_SIZE)
  expect(games.filter(({ completedAt }) => completedAt === null)).toEqual([])
})

test('members who jump in at the same time create one game, and one of them gets the turn', async () => {
  const { players } = await open()
  const jumps = await Promise.allSettled(
    players.map(({ first, second }, at) => (at % 2 ? first : second).jumpIn()),
  )
  // The others are refused, because the group's game already exists.
  expect(jumps.filter(({ status }) => status === 'fulfilled')).toHaveLength(PLAYERS / GROUP_SIZE)
  const starts = await Promise.allSettled(
    players.map(({ first, second }, at) => (at % 2 ? first : second).startTurn()),
  )
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(PLAYERS / GROUP_SIZE)
  for (const start of starts) {
    if (start.status === 'rejected') expect(start.reason).toMatchObject({ code: 'CONFLICT' })
  }
  const games = await store.transaction((tx) => tx.peekSearch('gamesOfDay', '2026-03-07'))
  expect(games).toHaveLength(PLAYERS / GROUP_SIZE)
  for (const { players: all } of games)
    expect(all.filter(({ status }) => status === 'playing')).toHaveLength(1)
})

/** A store in which each read of a page of groups is followed by a call of `interrupt`. */
const afterPageOfGroups = (store: Store, interrupt: () => Promise<unknown>): Store =>
  storeWithMethods(store, (tx) => ({
    async peekSearch(name, ...parameters) {
      const found = await tx.peekSearch(name, ...parameters)
      if (name === 'groups') await interrupt()
      return found
    },
  }))
