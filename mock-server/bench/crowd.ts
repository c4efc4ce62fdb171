import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { createCrowd, crowdDevice } from '../src/compose/crowd.fixture.ts'
import type { Store } from '../src/engine/store.ts'
import { type RunningServer, startServer } from '../src/main.ts'
import { EmbeddedStore } from '../src/stores/embedded/embedded-store.ts'
import { MemoryStore } from '../src/stores/memory/memory-store.ts'
import { inTurn } from './alternation.ts'
import { type CallCosts, measureCallCosts } from './call-costs.ts'
import { type Caller, SEED, signedIn } from './engine-callers.ts'
import { measureServedCosts } from './http-callers.ts'
import { type JumpIns, measureJumpIns } from './jump-ins.ts'
import { p99 } from './quantiles.ts'

export interface CrowdFigures {
  readonly groups: number
  /** Of calls over HTTP. */
  readonly cpu: CallCosts
  /** Of calls to the engine, without HTTP. */
  readonly engineCpu: CallCosts
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
  /** Null for the memory store. */
  readonly start: StartFigures | null
}

interface StartFigures {
  /** From opening the data folder to the first response. */
  readonly seconds: number
  /** Time for yesterday's results, which then load that day from disk. */
  readonly yesterdaySeconds: number
}

const MEMBERS = 5
/** Groups whose players make the calls. Each quarter makes all calls once. */
const SAMPLE = 1000
const COLLECTION_MS = 2000
/** The first calls take up to twice as long, until V8 has compiled their code. */
const WARM_UP = { groups: 1000, rounds: 4 }
const NOON = '2026-03-07T12:00:00-05:00'
const NEXT_DAY = '2026-03-08T00:00:10-05:00'
const JUMPERS = { atOnce: 200, rounds: 10 }
/** Interval between two polls of today during a roll-over. */
const POLL_MS = 5

/** Measures a store with `groups` groups of five and their games of yesterday and today. */
export async function measureCrowd(isDurable: boolean, groups: number): Promise<CrowdFigures> {
  for (let round = 0; round < WARM_UP.rounds; round++) await measureStore(isDurable, WARM_UP.groups, true)
  return measureStore(isDurable, groups, false)
}

async function measureStore(isDurable: boolean, groups: number, isWarmUp: boolean): Promise<CrowdFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-crowd-'))
  try {
    const store = await storeWithCrowd(isDurable ? folder : null, groups)
    const figures = await measureServer(store, groups, isWarmUp)
    return { ...figures, start: isDurable ? await inTurn(() => measureStart(folder)) : null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param folder of the data; null for a memory store. */
async function storeWithCrowd(folder: string | null, groups: number): Promise<Store> {
  const store = folder === null ? new MemoryStore() : await EmbeddedStore.open(folder)
  await createCrowd(store, { groups, membersEach: MEMBERS, createdAt: '2026-03-01T12:00:00.000Z' })
  if (folder === null) return store
  // Otherwise a checkpoint of the crowd is written during the calls.
  await store.close()
  return EmbeddedStore.open(folder)
}

async function measureServer(
  store: Store,
  groups: number,
  isWarmUp: boolean,
): Promise<Omit<CrowdFigures, 'start'>> {
  const server = await serve(store, NOON)
  try {
    await server.engine.rollOverIfDue()
    const { cpu, engineCpu } = await measureCalls(server, groups, isWarmUp)
    const jumpIns = await inTurn(() => measureJumpIns(server.engine, JUMPERS.atOnce, JUMPERS.rounds))
    const rollOver = await inTurn(() => measureRollOver(server, groups))
    globalThis.gc?.()
    return { groups, cpu, engineCpu, rollOver, jumpIns, residentMb: process.memoryUsage().rss / 1e6 }
  } finally {
    await server.close()
  }
}

const serve = (store: Store, clock: string): Promise<RunningServer> =>
  startServer({ port: 0, data: null, store, seed: SEED, clock, makeAdminKey: false })

/** Measures the start of a server with the data folder of a stopped one. */
async function measureStart(folder: string): Promise<StartFigures> {
  const openedAt = performance.now()
  const server = await serve(await EmbeddedStore.open(folder), NEXT_DAY)
  try {
    const player = await signedIn(server.engine, crowdDevice(0, 0))
    await player('getToday')
    const answeredAt = performance.now()
    await player('getYesterdayResults')
    return {
      seconds: (answeredAt - openedAt) / 1000,
      yesterdaySeconds: (performance.now() - answeredAt) / 1000,
    }
  } finally {
    await server.close()
  }
}

/** Measures each call by players of evenly spaced groups: of the engine alone, then over HTTP unless warming up. */
async function measureCalls(
  { url, engine }: RunningServer,
  groups: number,
  isWarmUp: boolean,
): Promise<Pick<CrowdFigures, 'cpu' | 'engineCpu'>> {
  const places = Array.from({ length: SAMPLE }, (_, at) => Math.floor((at * groups) / SAMPLE))
  const half = places.filter((_, at) => at % 4 < 2)
  const otherHalf = places.filter((_, at) => at % 4 >= 2)
  const restMs = isWarmUp ? 0 : COLLECTION_MS
  globalThis.gc?.()
  const run = (calls: () => Promise<unknown>) =>
    inTurn(async () => {
      const before = ownCpu()
      await calls()
      return ownCpu() - before
    })
  const inProcess = { signIn: (deviceId: string) => signedIn(engine, deviceId), run }
  const engineCpu = await measureCallCosts(inProcess, half, restMs)
  const cpu = isWarmUp
    ? {}
    : await measureServedCosts(process.argv[1] ?? '', { url, groups: otherHalf, restMs }, run)
  return { cpu, engineCpu }
}

/** In microseconds. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Measures the roll-over while players of evenly spaced groups poll today. */
async function measureRollOver(
  { engine, clock }: RunningServer,
  groups: number,
): Promise<CrowdFigures['rollOver']> {
  const callers: Caller[] = []
  for (let at = 0; at < 50; at++) {
    callers.push(await signedIn(engine, crowdDevice(Math.floor((at * groups) / 50), 2)))
  }
  clock.set(NEXT_DAY)
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
