import { beforeEach, expect, test } from 'vitest'
import type { Game } from '../../core/rules/game/game.ts'
import { createCrowd, crowdGroupId, crowdUserId } from '../../server/compose/crowd.fixture.ts'
import { crowdClient, engineOver } from '../../server/compose/crowd-client.fixture.ts'
import { ControlledClock } from '../../server/control/clock.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import type { Engine } from '../engine.ts'
import { everythingIn } from '../everything-in.fixture.ts'
import { storeWithMethods } from '../replaced-methods.fixture.ts'
import type { Store } from '../store.ts'

/* Data that makes the daily work throw: an edited file, a damaged line, or a fault of ours. */

/** More than one batch. */
const GROUPS = 60
const YESTERDAY = '2026-03-07'
const TODAY = '2026-03-08'

let store: MemoryStore
let clock: ControlledClock
let problems: string[]

beforeEach(async () => {
  store = new MemoryStore()
  clock = new ControlledClock()
  problems = []
  clock.freezeAt(`${YESTERDAY}T12:00:00-05:00`)
  await createCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
})

function newEngine(some: Store = store): Engine {
  const engine = engineOver(some, clock)
  engine.onProblem = (problem) => problems.push(String(problem))
  return engine
}

const gamesOf = (day: string) => store.transaction((tx) => tx.peekSearch('gamesOfDay', day))

async function gameOf(group: number, day: string): Promise<Game> {
  const game = (await gamesOf(day)).find(({ groupId }) => groupId === crowdGroupId(group))
  if (!game) throw new Error('The group has no game on this day')
  return game
}

/** Changes a stored document as an editor would, without any check. */
const edit = (collection: 'games' | 'groups', id: string, change: object) =>
  store.transaction(async (tx) => {
    const before = await tx.get(collection, id)
    tx.replace(collection, before as never, { ...before, ...change } as never)
  })

test('a game and a group that throw are reported once and skipped, and the next trigger tries them again', async () => {
  const engines = [newEngine(), newEngine()] as const
  await engines[0].rollOverIfDue()
  const { id: gameId, entries } = await gameOf(3, YESTERDAY)
  await edit('games', gameId, { entries: null })
  await edit('groups', crowdGroupId(4), { difficulty: 'unknown' })
  clock.set(`${TODAY}T00:00:00-05:00`)

  const players = await Promise.all([crowdClient(engines[0], 7), crowdClient(engines[1], 8)])
  for (const player of players) expect(await player.getToday()).toMatchObject({ hasGame: true })
  await Promise.all(engines.map((engine) => engine.rollOverIfDue()))
  clock.set(`${TODAY}T00:00:10-05:00`)
  await Promise.all(engines.map((engine) => engine.rollOverIfDue()))
  for (const player of players) expect(await player.getToday()).toMatchObject({ hasGame: true })

  const open = (await gamesOf(YESTERDAY)).filter(({ completedAt }) => completedAt === null)
  expect(open.map(({ id }) => id)).toEqual([gameId])
  expect(await gamesOf(TODAY)).toHaveLength(GROUPS - 1)
  const ofGame = expect.stringMatching(`The roll-over skipped game ${gameId}: .*null`)
  const ofGroup = expect.stringMatching(`The roll-over skipped group ${crowdGroupId(4)}: .*undefined`)
  // Each process reports what it has seen.
  expect(problems.length).toBeLessThanOrEqual(4)
  expect(new Set(problems)).toEqual(new Set([ofGame, ofGroup]))

  problems.length = 0
  const nothing = { date: TODAY, gamesCreated: 0, gamesCompleted: 0 }
  expect(await players[0].triggerDailyGames()).toEqual(nothing)
  expect(problems.toSorted()).toEqual([ofGame, ofGroup])

  await edit('games', gameId, { entries })
  await edit('groups', crowdGroupId(4), { difficulty: 'easy' })
  expect(await players[0].triggerDailyGames()).toEqual({ ...nothing, gamesCreated: 1, gamesCompleted: 1 })
  expect((await gameOf(3, YESTERDAY)).completedAt).toBe('2026-03-08T05:00:00.000Z')
})

test('more broken games than a batch has do not stop the roll-over', async () => {
  const engine = newEngine()
  await engine.rollOverIfDue()
  const broken = (await gamesOf(YESTERDAY)).slice(0, 30)
  for (const { id } of broken) await edit('games', id, { entries: null })
  clock.set(`${TODAY}T00:00:10-05:00`)
  await engine.rollOverIfDue()
  expect(await gamesOf(TODAY)).toHaveLength(GROUPS)
  expect(problems.length).toBeGreaterThan(0)
})

test('an announcement that throws is reported once, tried again later, and stops no other', async () => {
  const phones = Array.from({ length: GROUPS }, (_, at) => `phone ${at}`)
  await store.transaction(async (tx) => {
    const createdAt = '2026-03-01T12:00:00.000Z'
    for (const [at, token] of phones.entries()) {
      tx.insert('pushTokens', {
        token,
        platform: 'ios',
        userId: crowdUserId(at, 0),
        deviceId: null,
        createdAt,
      })
    }
  })
  await newEngine().rollOverIfDue()
  const { id: damaged } = await gameOf(3, YESTERDAY)
  let isDamaged = true
  const damagedStore = storeWithMethods(store, (tx) => ({
    async peek(collection, index, keys) {
      if (isDamaged && collection === 'games' && keys.includes(damaged))
        throw new Error('the line is damaged')
      return tx.peek(collection, index, keys)
    },
  }))
  const engine = newEngine(damagedStore)
  for (let at = 0; at < GROUPS; at++) {
    for (const member of [0, 1]) await (await crowdClient(engine, at, member)).skipTurn()
  }
  clock.set(`${TODAY}T00:00:10-05:00`)
  const told = async () => {
    await engine.rollOverIfDue()
    const messages = (await everythingIn(store)).messages
    return messages
      .filter(({ kind }) => kind === 'results')
      .map(({ userId }) => userId)
      .toSorted()
  }
  const everyone = phones.map((_, at) => crowdUserId(at, 0)).toSorted()
  const others = everyone.filter((userId) => userId !== crowdUserId(3, 0))
  expect(await told()).toEqual(others)
  clock.advance(61 * 60_000)
  expect(await told()).toEqual(others)
  expect(problems).toEqual([
    `Error: The roll-over skipped the results of game ${damaged}: the line is damaged`,
  ])

  isDamaged = false
  clock.advance(61 * 60_000)
  expect(await told()).toEqual(everyone)
})

test('players play while the roll-over fails, which is tried again every minute', async () => {
  let isBroken = false
  const brokenStore = storeWithMethods(store, (tx) => ({
    async peekSearch(name, ...parameters) {
      if (isBroken && name === 'groups') throw new Error('the groups cannot be listed')
      return tx.peekSearch(name, ...parameters)
    },
  }))
  const engine = newEngine(brokenStore)
  await engine.rollOverIfDue()
  const player = await crowdClient(engine, 0)
  isBroken = true
  clock.set(`${TODAY}T00:00:10-05:00`)
  for (let times = 0; times < 3; times++) expect(await player.getToday()).toMatchObject({ hasGame: true })
  expect(await player.exportWorld()).toMatchObject({ format: 'inkling-world' })
  expect(problems).toEqual(['Error: the groups cannot be listed'])
  clock.advance(60_000)
  expect(await player.getToday()).toMatchObject({ hasGame: true })
  expect(problems).toHaveLength(2)
  isBroken = false
  expect(await player.triggerDailyGames()).toMatchObject({
    gamesCreated: GROUPS - 1,
    gamesCompleted: GROUPS,
  })
  expect(await gamesOf(TODAY)).toHaveLength(GROUPS)
})
