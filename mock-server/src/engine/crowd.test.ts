import { beforeEach, describe, expect, test } from 'vitest'
import { crowdDevice, crowdGroupId, crowdUserId, plantCrowd } from '../compose/crowd.fixture.ts'
import { inProcessFetch } from '../compose/in-process.ts'
import { createReferenceEngine, secretsOf } from '../compose/reference-engine.ts'
import { createClient } from '../contract/client.ts'
import { ControlledClock } from '../control/clock.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import type { Engine } from './engine.ts'
import type { TimedEvent } from './events.ts'
import type { Store, Transaction } from './store.ts'

/* More groups than one batch of a roll-over has. */

const GROUPS = 250
const MIDNIGHT = '2026-03-08T05:00:00.000Z'
const AFTER_GRACE = '2026-03-08T05:00:10.000Z'

let store: MemoryStore
let clock: ControlledClock

beforeEach(async () => {
  store = new MemoryStore()
  clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  await plantCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
})

function engineOver(some: Store = store): Engine {
  const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true, isProtected: false }
  return createReferenceEngine(some, clock, { ...secretsOf('crowd'), ...settings })
}

function listenTo(engine: Engine): TimedEvent[] {
  const events: TimedEvent[] = []
  engine.events.listen((event) => events.push(event))
  return events
}

async function playerOf(engine: Engine, group: number, member = 0) {
  let token: string | null = null
  const client = createClient({
    baseUrl: 'http://in-process',
    fetch: inProcessFetch(engine),
    token: () => token,
  })
  token = (await client.signInDevice({ body: { deviceId: crowdDevice(group, member) } })).token
  return client
}

const gamesOf = (day: string, of: Store = store) => of.transaction((tx) => tx.gamesOfDay(day))

/** The group that the roll-over comes to last. */
function lastGroup(): number {
  const places = Array.from({ length: GROUPS }, (_, at) => at)
  return places.sort((a, b) => (crowdGroupId(a) < crowdGroupId(b) ? -1 : 1)).at(-1) ?? 0
}

/** Breaks down before the transaction with this number, counted from now. */
function breakingStore(at: number): Store {
  let left = at
  return {
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      if (left-- <= 0) throw new Error('the process is gone')
      return store.transaction(work)
    },
    close: () => store.close(),
  }
}

describe('a roll-over of many batches', () => {
  test('creates one game for each group whichever of two processes comes first, and says how far it is', async () => {
    const engines = [engineOver(), engineOver()] as const
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

  test('answers players meanwhile: today is there and yesterday closed before it comes to them', async () => {
    const engine = engineOver()
    await engine.rollOverIfDue()
    const last = lastGroup()
    const player = await playerOf(engine, last)
    await player.startTurn()
    clock.set(AFTER_GRACE)
    const events = listenTo(engine)
    const keeping = engine.rollOverIfDue()
    const yesterday = await player.getYesterdayResults()
    const today = await player.getToday()
    expect(events.filter(({ type }) => type === 'roll-over').length).toBeLessThan(3)
    expect(today).toMatchObject({ hasGame: true, status: 'waiting', yourStatus: 'pending' })
    expect(today.gameId).not.toBe(yesterday.gameId)
    await keeping
    expect((await player.getToday()).gameId).toBe(today.gameId)
    expect(await gamesOf('2026-03-08')).toHaveLength(GROUPS)
    const closed = await gamesOf('2026-03-07')
    expect(new Set(closed.map(({ completedAt }) => completedAt))).toEqual(new Set([MIDNIGHT]))
  })

  test('goes on where a process broke off in the middle of it', async () => {
    const broken = engineOver(breakingStore(2))
    await expect(broken.rollOverIfDue()).rejects.toThrow('gone')
    const created = (await gamesOf('2026-03-07')).length
    expect(created).toBeGreaterThan(0)
    expect(created).toBeLessThan(GROUPS)
    const engine = engineOver()
    const events = listenTo(engine)
    await engine.rollOverIfDue()
    expect(await gamesOf('2026-03-07')).toHaveLength(GROUPS)
    expect(events.filter(({ type }) => type === 'game-created')).toHaveLength(GROUPS - created)
    expect(events.filter(({ type }) => type === 'day-started')).toHaveLength(0)
    const last = events.findLast((event) => event.type === 'roll-over')
    expect(last).toMatchObject({ gamesCreated: GROUPS, gamesCompleted: 0 })
  })

  test('reports an error in the middle of it that no caller waits for', async () => {
    const engine = engineOver(breakingStore(2))
    const problems: unknown[] = []
    engine.onProblem = (problem) => problems.push(problem)
    await playerOf(engine, 0)
    await expect.poll(() => problems, { timeout: 15_000 }).toHaveLength(1)
    expect(problems[0]).toMatchObject({ message: 'the process is gone' })
  })

  test('leaves the same world whether players or the roll-over come first', async () => {
    const worldAfter = async (playersFirst: boolean) => {
      store = new MemoryStore()
      await plantCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
      clock.set('2026-03-07T12:00:00-05:00')
      const engine = engineOver()
      const player = await playerOf(engine, lastGroup())
      await player.triggerDailyGames()
      clock.set('2026-03-08T09:00:00-05:00')
      if (playersFirst) await player.getToday()
      else await engine.rollOverIfDue()
      return JSON.stringify(await player.exportWorld())
    }
    expect(await worldAfter(true)).toBe(await worldAfter(false))
  })

  test('gives trigger-daily-games its totals, of all groups and of those founded today', async () => {
    const engine = engineOver()
    const player = await playerOf(engine, 0)
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
  const results = (engine: Engine, since = 0) =>
    playerOf(engine, 0).then(async (player) =>
      (await player.getOutbox()).items
        .slice(since)
        .filter(({ title }) => title === 'The results are in!')
        .map(({ token }) => token)
        .sort(),
    )

  const registerPhones = () =>
    store.transaction(async (tx) => {
      for (let at = 0; at < GROUPS; at++) {
        const createdAt = '2026-03-01T12:00:00.000Z'
        const userId = crowdUserId(at, 0)
        tx.put('pushTokens', { token: `phone ${at}`, platform: 'ios', userId, deviceId: null, createdAt })
      }
    })
  const everyPhone = Array.from({ length: GROUPS }, (_, at) => `phone ${at}`).sort()

  test('reaches every player once, by whichever process', async () => {
    await registerPhones()
    const engines = [engineOver(), engineOver()] as const
    await engines[0].rollOverIfDue()
    clock.set(AFTER_GRACE)
    await Promise.all(engines.map((engine) => engine.rollOverIfDue()))
    const sent = await Promise.all(engines.map((engine) => results(engine)))
    expect(sent.flat().sort()).toEqual(everyPhone)
    expect(await store.transaction((tx) => tx.count('outbox'))).toBe(0)
  })

  test('goes on after a process broke off, and sends nothing twice', async () => {
    await registerPhones()
    await engineOver().rollOverIfDue()
    clock.set(AFTER_GRACE)
    // The roll-over of 250 groups takes six batches, the announcement three.
    const broken = engineOver(breakingStore(7))
    await expect(broken.rollOverIfDue()).rejects.toThrow('gone')
    const left = await store.transaction((tx) => tx.count('outbox'))
    expect(left).toBe(GROUPS - 100)
    const rest = await results(engineOver())
    expect(rest).toHaveLength(left)
    expect(new Set(rest).size).toBe(left)
  })

  test('tells a player of two games of a day once', async () => {
    await store.transaction(async (tx) => {
      const createdAt = '2026-03-01T12:00:00.000Z'
      const userId = crowdUserId(3, 0)
      tx.put('pushTokens', { token: 'a phone', platform: 'ios', userId, deviceId: null, createdAt })
    })
    const engine = engineOver()
    const player = await playerOf(engine, 3)
    await player.leaveGroup({ params: { id: crowdGroupId(3) } })
    await player.jumpIn()
    const { code } = await (await playerOf(engine, 4)).getGroup({ params: { id: crowdGroupId(4) } })
    await player.joinGroup({ body: { code } })
    clock.set(AFTER_GRACE)
    await engine.rollOverIfDue()
    expect(await results(engine)).toEqual(['a phone'])
  })
})

describe('a clock that was ahead', () => {
  test('leaves today playable, also after a restart', async () => {
    let engine = engineOver()
    let player = await playerOf(engine, 0)
    const before = await player.getToday()
    clock.set('2027-03-07T12:00:00-05:00')
    await engine.rollOverIfDue()
    expect((await gamesOf('2026-03-07')).every(({ completedAt }) => completedAt === MIDNIGHT)).toBe(true)
    clock.set('2026-03-07T12:10:00-05:00')
    engine = engineOver()
    const events = listenTo(engine)
    await engine.rollOverIfDue()
    expect(events.find(({ type }) => type === 'clock-was-ahead')).toMatchObject({
      day: '2026-03-07',
      latestDay: '2027-03-07',
    })
    player = await playerOf(engine, 0)
    expect(await player.getToday()).toEqual(before)
    await player.startTurn()
    clock.set('2026-03-08T12:00:00-05:00')
    await engine.rollOverIfDue()
    expect(await gamesOf('2026-03-08')).toHaveLength(GROUPS)
    expect((await gamesOf('2026-03-07')).every(({ completedAt }) => completedAt !== null)).toBe(true)
  })

  test('leaves games that were played to their end as they were', async () => {
    const engine = engineOver()
    const player = await playerOf(engine, 0)
    await player.completeUserGame()
    const before = await player.getToday()
    clock.set('2026-03-20T12:00:00-05:00')
    await engine.rollOverIfDue()
    clock.set('2026-03-07T13:00:00-05:00')
    expect(await player.getToday()).toEqual(before)
  })

  test('gives all groups their games of today and tomorrow, those founded meanwhile when they want one', async () => {
    clock.set('2026-03-10T12:00:00-05:00')
    const engine = engineOver()
    const founder = await playerOf(engine, 0)
    await founder.leaveGroup({ params: { id: crowdGroupId(0) } })
    await founder.createGroup({ body: { name: 'Founded ahead' } })
    clock.set('2026-03-07T12:00:00-05:00')
    expect(await (await playerOf(engine, 7)).getToday()).toMatchObject({ hasGame: true, status: 'waiting' })
    expect(await founder.getToday()).toMatchObject({ hasGame: false })
    expect(await founder.jumpIn()).toMatchObject({ hasGame: true, status: 'waiting' })
    await engine.rollOverIfDue()
    clock.set('2026-03-08T12:00:00-05:00')
    await engine.rollOverIfDue()
    expect(await gamesOf('2026-03-08')).toHaveLength(GROUPS + 1)
  })

  test('that is set back gives a running turn no more than its five minutes', async () => {
    const engine = engineOver()
    const player = await playerOf(engine, 0)
    await player.startTurn()
    clock.set('2026-03-07T09:00:00-05:00')
    const turn = await player.startTurn()
    expect(turn.expiresAt).toBe('2026-03-07T14:05:00.000Z')
    clock.set('2026-03-07T09:05:10-05:00')
    expect(await player.getToday()).toMatchObject({ yourStatus: 'skipped', currentTurn: null })
  })

  test('is forgotten by a reset of the world', async () => {
    clock.set('2027-03-07T12:00:00-05:00')
    const engine = engineOver()
    const player = await playerOf(engine, 0)
    await player.resetWorld()
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toBeUndefined()
    clock.set('2026-03-07T12:00:00-05:00')
    const events = listenTo(engine)
    await engine.rollOverIfDue()
    expect(events.map(({ type }) => type)).toEqual(['day-started'])
  })
})
