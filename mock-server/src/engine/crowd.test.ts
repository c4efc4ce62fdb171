import { beforeEach, describe, expect, test } from 'vitest'
import { createCrowd, crowdGroupId, crowdUserId } from '../server/compose/crowd.fixture.ts'
import { crowdClient, engineOver } from '../server/compose/crowd-client.fixture.ts'
import { ControlledClock } from '../server/control/clock.ts'
import { MemoryStore } from '../server/stores/memory/memory-store.ts'
import type { Engine } from './engine.ts'
import type { TimedEvent } from './events.ts'
import { everythingIn } from './everything-in.fixture.ts'
import { storeWithMethods } from './replaced-methods.fixture.ts'
import type { Store } from './store.ts'

/* With more groups than one batch of a roll-over handles. */

const GROUPS = 120
const MIDNIGHT = '2026-03-08T05:00:00.000Z'
const AFTER_GRACE = '2026-03-08T05:00:10.000Z'

let store: MemoryStore
let clock: ControlledClock

beforeEach(async () => {
  store = new MemoryStore()
  clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  await createCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
})

const newEngine = (some: Store = store): Engine => engineOver(some, clock)

function listenTo(engine: Engine): TimedEvent[] {
  const events: TimedEvent[] = []
  engine.events.listen((event) => events.push(event))
  return events
}

const gamesOf = (day: string, of: Store = store) => of.transaction((tx) => tx.peekSearch('gamesOfDay', day))

/** The group that the roll-over reaches last. */
function lastGroup(): number {
  const places = Array.from({ length: GROUPS }, (_, at) => at)
  return places.sort((a, b) => (crowdGroupId(a) < crowdGroupId(b) ? -1 : 1)).at(-1) ?? 0
}

/** A store whose transactions fail from some time on. */
const breakingIf = (isGone: () => boolean | Promise<boolean>): Store => ({
  ...storeWithMethods(store, () => ({})),
  async transaction(work) {
    if (await isGone()) throw new Error('the process is gone')
    return store.transaction(work)
  },
})

/** A store whose transactions fail after the next `count`. */
function breakingStore(count: number): Store {
  let left = count
  return breakingIf(() => left-- <= 0)
}

const unannounced = () => store.transaction((tx) => tx.peekCount('outbox'))

/** A store whose transactions fail after the first batch of announcements. */
function breakingAfterAnnouncement(): Store {
  let max = 0
  return breakingIf(async () => {
    const left = await unannounced()
    max = Math.max(max, left)
    return left < max
  })
}

describe('a roll-over of many batches', () => {
  test('creates one game per group even if two processes run it, and reports its progress', async () => {
    const engines = [newEngine(), newEngine()] as const
    const events = engines.map(listenTo)
    await Promise.all(engines.map((engine) => engine.rollOverIfDue()))
    const games = await gamesOf('2026-03-07')
    expect(new Set(games.map(({ groupId }) => groupId)).size).toBe(GROUPS)
    expect(games).toHaveLength(GROUPS)
    const all = events.flat()
    expect(all.filter(({ type }) => type === 'day-started')).toHaveLength(1)
    expect(all.filter(({ type }) => type === 'game-created')).toHaveLength(GROUPS)
    const progress = all.flatMap((event) => (event.type === 'roll-over' ? event.gamesCreated : []))
    expect(progress.length).toBeGreaterThan(2)
    expect(Math.max(...progress)).toBe(GROUPS)
  })

  test('answers players meanwhile: they have a game today and results before it reaches their group', async () => {
    const engine = newEngine()
    await engine.rollOverIfDue()
    const last = lastGroup()
    const player = await crowdClient(engine, last)
    await player.startTurn()
    clock.set(AFTER_GRACE)
    const events = listenTo(engine)
    const rollOver = engine.rollOverIfDue()
    const yesterday = await player.getYesterdayResults()
    const today = await player.getToday()
    expect(events.filter(({ type }) => type === 'roll-over').length).toBeLessThan(3)
    expect(today).toMatchObject({ hasGame: true, status: 'waiting', yourStatus: 'pending' })
    expect(today.gameId).not.toBe(yesterday.gameId)
    await rollOver
    expect((await player.getToday()).gameId).toBe(today.gameId)
    expect(await gamesOf('2026-03-08')).toHaveLength(GROUPS)
    const closed = await gamesOf('2026-03-07')
    expect(new Set(closed.map(({ completedAt }) => completedAt))).toEqual(new Set([MIDNIGHT]))
  })

  test('continues where another process failed', async () => {
    const broken = newEngine(breakingStore(2))
    await expect(broken.rollOverIfDue()).rejects.toThrow('gone')
    const created = (await gamesOf('2026-03-07')).length
    expect(created).toBeGreaterThan(0)
    expect(created).toBeLessThan(GROUPS)
    const engine = newEngine()
    const events = listenTo(engine)
    await engine.rollOverIfDue()
    expect(await gamesOf('2026-03-07')).toHaveLength(GROUPS)
    expect(events.filter(({ type }) => type === 'game-created')).toHaveLength(GROUPS - created)
    expect(events.filter(({ type }) => type === 'day-started')).toHaveLength(0)
    const last = events.findLast((event) => event.type === 'roll-over')
    expect(last).toMatchObject({ gamesCreated: GROUPS, gamesCompleted: 0 })
  })

  test('reports the error of a batch that no caller waits for', async () => {
    const engine = newEngine(breakingStore(2))
    const problems: unknown[] = []
    engine.onProblem = (problem) => problems.push(problem)
    await crowdClient(engine, 0)
    await expect.poll(() => problems, { timeout: 15_000 }).toHaveLength(1)
    expect(problems[0]).toMatchObject({ message: 'the process is gone' })
  })

  test('gives the same world whether a player or the roll-over comes first', async () => {
    const worldAfter = async (playersFirst: boolean) => {
      store = new MemoryStore()
      await createCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
      clock.set('2026-03-07T12:00:00-05:00')
      const engine = newEngine()
      const player = await crowdClient(engine, lastGroup())
      await player.triggerDailyGames()
      clock.set('2026-03-08T09:00:00-05:00')
      if (playersFirst) await player.getToday()
      else await engine.rollOverIfDue()
      return JSON.stringify(await player.exportWorld())
    }
    expect(await worldAfter(true)).toBe(await worldAfter(false))
  })

  test('by trigger-daily-games returns totals that include groups founded today', async () => {
    const engine = newEngine()
    const player = await crowdClient(engine, 0)
    await player.leaveGroup({ params: { id: crowdGroupId(0) } })
    await player.createGroup({ body: { name: 'New today' } })
    expect(await player.triggerDailyGames()).toMatchObject({ date: '2026-03-07', gamesCompleted: 0 })
    expect(await gamesOf('2026-03-07')).toHaveLength(GROUPS + 1)
    clock.set(AFTER_GRACE)
    const second = await player.triggerDailyGames()
    expect(second).toEqual({ date: '2026-03-08', gamesCreated: GROUPS + 1, gamesCompleted: GROUPS + 1 })
    expect(await player.triggerDailyGames()).toMatchObject({ gamesCreated: 0, gamesCompleted: 0 })
  })
})

describe('the announcement of results', () => {
  /** The players who are told in the morning. */
  const told = async () =>
    (await everythingIn(store)).messages
      .filter(({ kind }) => kind === 'results')
      .map(({ userId }) => userId)
      .sort()

  const registerPhones = () =>
    store.transaction(async (tx) => {
      for (let at = 0; at < GROUPS; at++) {
        const createdAt = '2026-03-01T12:00:00.000Z'
        const userId = crowdUserId(at, 0)
        tx.insert('pushTokens', { token: `phone ${at}`, platform: 'ios', userId, deviceId: null, createdAt })
      }
    })
  /** Completes the games of the groups whose place in the crowd is divisible by `step`. */
  const completeGames = async (engine: Engine, step: number) => {
    for (let at = 0; at < GROUPS; at += step) {
      for (const member of [0, 1]) await (await crowdClient(engine, at, member)).skipTurn()
    }
  }
  const everyone = Array.from({ length: GROUPS }, (_, at) => crowdUserId(at, 0)).sort()

  test('reaches every player once, even if two processes do it', async () => {
    await registerPhones()
    const engines = [newEngine(), newEngine()] as const
    await engines[0].rollOverIfDue()
    await completeGames(engines[0], 2)
    expect(await unannounced()).toBe(GROUPS / 2)
    clock.set(AFTER_GRACE)
    await Promise.all(engines.map((engine) => engine.rollOverIfDue()))
    expect(await told()).toEqual(everyone)
    expect(await unannounced()).toBe(0)
  })

  test('of games that the roll-over closes continues after a process has failed, and reaches everyone once', async () => {
    await registerPhones()
    await newEngine().rollOverIfDue()
    clock.set(AFTER_GRACE)
    await expect(newEngine(breakingStore(2)).rollOverIfDue()).rejects.toThrow('gone')
    const left = (await gamesOf('2026-03-07')).filter(({ completedAt }) => completedAt === null).length
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(GROUPS)
    expect(await told()).toHaveLength(GROUPS - left)
    await newEngine().rollOverIfDue()
    expect(await told()).toEqual(everyone)
  })

  test('of games that were complete at midnight continues after a process has failed, and reaches everyone once', async () => {
    await registerPhones()
    const engine = newEngine()
    await engine.rollOverIfDue()
    await completeGames(engine, 1)
    clock.set(AFTER_GRACE)
    const broken = newEngine(breakingAfterAnnouncement())
    await expect(broken.rollOverIfDue()).rejects.toThrow('gone')
    const left = await unannounced()
    expect(left).toBe(GROUPS - 100)
    expect(await told()).toHaveLength(GROUPS - left)
    await newEngine().rollOverIfDue()
    expect(await told()).toEqual(everyone)
  })

  test('notifies a player of two games on one day once', async () => {
    await store.transaction(async (tx) => {
      const createdAt = '2026-03-01T12:00:00.000Z'
      const userId = crowdUserId(3, 0)
      tx.insert('pushTokens', { token: 'a phone', platform: 'ios', userId, deviceId: null, createdAt })
    })
    const engine = newEngine()
    const player = await crowdClient(engine, 3)
    await player.leaveGroup({ params: { id: crowdGroupId(3) } })
    await player.jumpIn()
    const { code } = await (await crowdClient(engine, 4)).getGroup({ params: { id: crowdGroupId(4) } })
    await player.joinGroup({ body: { code } })
    clock.set(AFTER_GRACE)
    await engine.rollOverIfDue()
    expect(await told()).toEqual([crowdUserId(3, 0)])
  })
})

describe('a clock that was ahead', () => {
  test('leaves today playable, even after a restart', async () => {
    let engine = newEngine()
    let player = await crowdClient(engine, 0)
    const before = await player.getToday()
    clock.set('2027-03-07T12:00:00-05:00')
    await engine.rollOverIfDue()
    expect((await gamesOf('2026-03-07')).every(({ completedAt }) => completedAt === MIDNIGHT)).toBe(true)
    clock.set('2026-03-07T12:10:00-05:00')
    engine = newEngine()
    const events = listenTo(engine)
    await engine.rollOverIfDue()
    expect(events.find(({ type }) => type === 'clock-was-ahead')).toMatchObject({
      day: '2026-03-07',
      latestDay: '2027-03-07',
    })
    player = await crowdClient(engine, 0)
    expect(await player.getToday()).toEqual(before)
    await player.startTurn()
    clock.set('2026-03-08T12:00:00-05:00')
    await engine.rollOverIfDue()
    expect(await gamesOf('2026-03-08')).toHaveLength(GROUPS)
    expect((await gamesOf('2026-03-07')).every(({ completedAt }) => completedAt !== null)).toBe(true)
  })

  test('does not change games that everyone had played', async () => {
    const engine = newEngine()
    const player = await crowdClient(engine, 0)
    await player.completeUserGame()
    const before = await player.getToday()
    clock.set('2026-03-20T12:00:00-05:00')
    await engine.rollOverIfDue()
    clock.set('2026-03-07T13:00:00-05:00')
    expect(await player.getToday()).toEqual(before)
  })

  test('leaves every group its games; a group founded meanwhile gets its game of today on request', async () => {
    clock.set('2026-03-10T12:00:00-05:00')
    const engine = newEngine()
    const founder = await crowdClient(engine, 0)
    await founder.leaveGroup({ params: { id: crowdGroupId(0) } })
    await founder.createGroup({ body: { name: 'Founded ahead' } })
    clock.set('2026-03-07T12:00:00-05:00')
    expect(await (await crowdClient(engine, 7)).getToday()).toMatchObject({
      hasGame: true,
      status: 'waiting',
    })
    expect(await founder.getToday()).toMatchObject({ hasGame: false })
    expect(await founder.jumpIn()).toMatchObject({ hasGame: true, status: 'waiting' })
    await engine.rollOverIfDue()
    clock.set('2026-03-08T12:00:00-05:00')
    await engine.rollOverIfDue()
    expect(await gamesOf('2026-03-08')).toHaveLength(GROUPS + 1)
  })

  test('does not extend a running turn beyond five minutes', async () => {
    const engine = newEngine()
    const player = await crowdClient(engine, 0)
    await player.startTurn()
    clock.set('2026-03-07T09:00:00-05:00')
    const turn = await player.startTurn()
    expect(turn.expiresAt).toBe('2026-03-07T14:05:00.000Z')
    clock.set('2026-03-07T09:05:10-05:00')
    expect(await player.getToday()).toMatchObject({ yourStatus: 'skipped', currentTurn: null })
  })

  test('has no effect after a reset of the world', async () => {
    clock.set('2027-03-07T12:00:00-05:00')
    const engine = newEngine()
    const player = await crowdClient(engine, 0)
    await player.resetWorld()
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toBeUndefined()
    clock.set('2026-03-07T12:00:00-05:00')
    const events = listenTo(engine)
    await engine.rollOverIfDue()
    expect(events.map(({ type }) => type)).toEqual(['day-started'])
  })
})
