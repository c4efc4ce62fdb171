import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { createCrowd, crowdDevice } from '../src/compose/crowd.fixture.ts'
import { ControlledClock } from '../src/control/clock.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { Store } from '../src/engine/store.ts'
import { LowdbStore } from '../src/stores/lowdb/lowdb-store.ts'
import { MemoryStore } from '../src/stores/memory/memory-store.ts'
import { type Caller, engineOver, pictures, signedIn, submission } from './engine-callers.ts'
import { type JumpIns, measureJumpIns } from './jump-ins.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { median, p99 } from './quantiles.ts'

export interface CrowdFigures {
  readonly groups: number
  /** Median CPU of one call in microseconds, by the name of the call. */
  readonly cpu: Readonly<Record<string, number>>
  readonly rollOver: {
    /** Games closed and created. */
    readonly perSecond: number
    /** The same per second of CPU: the rate on an otherwise idle machine. */
    readonly perCpuSecond: number
    readonly todayP99: number
    /** The longest delay of the event loop, in milliseconds. */
    readonly pause: number
    /** The longest garbage collection in milliseconds. */
    readonly collection: number
  }
  readonly jumpIns: JumpIns
  readonly residentMb: number
  /** From opening the data folder to the first response; null for the memory store. */
  readonly startSeconds: number | null
  /** Time for yesterday's results after a start, which load that day from disk; null for the memory store. */
  readonly yesterdaySeconds: number | null
}

const MEMBERS = 5
/** Calls are measured in blocks. The figure is the median block. */
const BLOCK = 50
/** Groups whose players make the measured calls. As many others make the same calls before, to warm up. */
const SAMPLE = 500
/** The members of a group who draw and guess. */
const TURNS = [
  [0, 1],
  [2, 3],
] as const
const GUESS = 'a purple elephant'
/** Read-only calls are fast, so each player makes several. */
const READS_EACH = 5
const COLLECTION_MS = 2000
/** The first calls take up to twice as long, until V8 has compiled their code. */
const WARM_UP = { groups: 1000, rounds: 4 }
const JUMPERS = { atOnce: 200, rounds: 10 }
/** Interval between two polls of today during a roll-over. */
const POLL_MS = 5

/** Measures a store with `groups` groups of five and their games of yesterday and today. */
export async function measureCrowd(isDurable: boolean, groups: number): Promise<CrowdFigures> {
  for (let round = 0; round < WARM_UP.rounds; round++) await measureStore(isDurable, WARM_UP.groups, 0)
  return measureStore(isDurable, groups, COLLECTION_MS)
}

/** @param restMs the time before each measurement in which V8's concurrent threads can finish. */
async function measureStore(isDurable: boolean, groups: number, restMs: number): Promise<CrowdFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-crowd-'))
  const open = async (): Promise<Store> => (isDurable ? LowdbStore.open(folder) : new MemoryStore())
  const clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  let store = await open()
  let engine = engineOver(store, clock)
  /** @returns when the opening began. */
  const reopen = async () => {
    await store.close()
    const openedAt = performance.now()
    store = await open()
    engine = engineOver(store, clock)
    return openedAt
  }
  try {
    await createCrowd(store, { groups, membersEach: MEMBERS, createdAt: '2026-03-01T12:00:00.000Z' })
    await engine.rollOverIfDue()
    // Otherwise a checkpoint of the crowd is written during the calls.
    if (isDurable) await reopen()
    const cpu = await measureCalls(engine, groups, restMs)
    const jumpIns = await measureJumpIns(engine, JUMPERS.atOnce, JUMPERS.rounds)
    const rollOver = await measureRollOver(engine, clock, groups)
    globalThis.gc?.()
    const residentMb = process.memoryUsage().rss / 1e6
    let startSeconds: number | null = null
    let yesterdaySeconds: number | null = null
    if (isDurable) {
      const openedAt = await reopen()
      const player = await signedIn(engine, crowdDevice(0, 0))
      await player('getToday')
      const answeredAt = performance.now()
      await player('getYesterdayResults')
      startSeconds = (answeredAt - openedAt) / 1000
      yesterdaySeconds = (performance.now() - answeredAt) / 1000
    }
    return { groups, cpu, rollOver, jumpIns, residentMb, startSeconds, yesterdaySeconds }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures each call by players of evenly spaced groups. */
async function measureCalls(engine: Engine, groups: number, restMs: number): Promise<Record<string, number>> {
  const places = Array.from({ length: 2 * SAMPLE }, (_, at) => Math.floor((at * groups) / (2 * SAMPLE)))
  globalThis.gc?.()
  // A full collection discards optimized code. Calls in every other group make V8 compile it again.
  await costOfCalls(
    engine,
    places.filter((_, at) => at % 2 === 0),
  )
  // V8's concurrent threads finish, so that their CPU does not count as CPU of the calls.
  await new Promise((resolve) => setTimeout(resolve, restMs))
  return costOfCalls(
    engine,
    places.filter((_, at) => at % 2 === 1),
  )
}

/** CPU of each call in microseconds, as the median over blocks. */
async function costOfCalls(engine: Engine, groups: readonly number[]): Promise<Record<string, number>> {
  const blocks: Record<string, number[]> = {}
  const measure = async (name: string, callers: readonly Caller[], work: Work) => {
    blocks[name] ??= []
    blocks[name].push(...(await blocksOf(callers, work)))
  }
  const drawings = pictures()
  for (const [drawer, guesser] of TURNS) {
    const signIn = (member: number) =>
      mapConcurrently(groups, (group) => signedIn(engine, crowdDevice(group, member)))
    const [drawers, guessers] = [await signIn(drawer), await signIn(guesser)]
    const loners = await mapConcurrently(groups, (at) =>
      signedIn(engine, `device_alone_${drawer}_${at}_0123456789`),
    )
    const often = Array.from({ length: READS_EACH }, () => drawers).flat()
    // The first call of a player verifies the token.
    await mapConcurrently(drawers, (caller) => caller('getToday'))
    await measure('today', often, (caller) => caller('getToday'))
    await measure('stats', often, (caller) => caller('getDailyStats'))
    await measure('start', drawers, (caller) => caller('startTurn'))
    await measure('submit', drawers, (caller, at) =>
      caller('submitTurn', submission(drawings[at % drawings.length])),
    )
    await mapConcurrently(guessers, (caller) => caller('startTurn'))
    await measure('guess', guessers, (caller) => caller('submitGuess', { guess: GUESS }))
    await mapConcurrently(guessers, (caller) =>
      caller('submitTurn', { content: { guess: GUESS }, timeSpent: 30 }),
    )
    await measure('jump-in', loners, (caller) => caller('jumpIn'))
  }
  return Object.fromEntries(Object.entries(blocks).map(([name, each]) => [name, median(each)]))
}

type Work = (caller: Caller, at: number) => Promise<unknown>

/** CPU of one call in microseconds, for each block of calls. */
async function blocksOf(callers: readonly Caller[], work: Work): Promise<number[]> {
  const blocks: number[] = []
  for (let first = 0; first < callers.length; first += BLOCK) {
    const before = process.cpuUsage()
    await mapConcurrently(callers.slice(first, first + BLOCK), (caller, at) => work(caller, first + at))
    const { user, system } = process.cpuUsage(before)
    blocks.push((user + system) / BLOCK)
  }
  return blocks
}

/** Measures the roll-over while players of evenly spaced groups poll today. */
async function measureRollOver(
  engine: Engine,
  clock: ControlledClock,
  groups: number,
): Promise<CrowdFigures['rollOver']> {
  const callers: Caller[] = []
  for (let at = 0; at < 50; at++) {
    callers.push(await signedIn(engine, crowdDevice(Math.floor((at * groups) / 50), 2)))
  }
  clock.set('2026-03-08T00:00:10-05:00')
  const polls: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let collection = 0
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collection = Math.max(collection, duration)
  })
  collections.observe({ entryTypes: ['gc'] })
  let isRolling = true
  const player = async () => {
    for (let at = 0; isRolling; at++) {
      const startedAt = performance.now()
      await callers[at % callers.length]?.('getToday')
      polls.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  delay.enable()
  let games = 0
  const stop = engine.events.listen((event) => {
    if (event.type === 'game-created' || event.type === 'game-completed') games++
  })
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const playing = player()
  await engine.rollOverIfDue()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  isRolling = false
  await playing
  delay.disable()
  // The observer receives its entries in the next turn of the event loop.
  await new Promise(setImmediate)
  collections.disconnect()
  stop()
  return {
    perSecond: games / seconds,
    perCpuSecond: (games / (user + system)) * 1e6,
    todayP99: p99(polls),
    pause: delay.max / 1e6,
    collection,
  }
}
