import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { crowdDevice, plantCrowd } from '../src/compose/crowd.fixture.ts'
import { ControlledClock } from '../src/control/clock.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { Store } from '../src/engine/store.ts'
import { LowdbStore } from '../src/stores/lowdb/lowdb-store.ts'
import { MemoryStore } from '../src/stores/memory/memory-store.ts'
import { type Caller, engineOver, inTurn, pictures, signedIn, submission } from './engine-callers.ts'
import { type JumpIns, measureJumpIns } from './jump-ins.ts'
import { median, p99 } from './quantiles.ts'

export interface CrowdFigures {
  readonly groups: number
  /** Median CPU of a call in microseconds, by what it is. */
  readonly cpu: Readonly<Record<string, number>>
  readonly rollOver: {
    /** Games closed and created. */
    readonly perSecond: number
    /** The same for a second of CPU: what a machine with nothing else to do would reach. */
    readonly perCpuSecond: number
    readonly todayP99: number
    /** The longest time in milliseconds in which nothing else could run. */
    readonly pause: number
    /** The longest garbage collection in milliseconds. */
    readonly collection: number
  }
  readonly jumpIns: JumpIns
  readonly residentMb: number
  /** From opening the data folder to the first answer; null where there is none. */
  readonly startSeconds: number | null
  /** A page of history with a game of a day that is only on the disk; null where there is none. */
  readonly historySeconds: number | null
}

const MEMBERS = 5
/** Calls are measured in blocks, whose median counts. */
const BLOCK = 100
const BLOCKS = 10
const COLLECTION_MS = 2000
const JUMPERS = { atOnce: 200, rounds: 10 }
/** Pauses between two looks at today during a roll-over. */
const POLL_MS = 5

/** Measures a store with a number of groups of five, with their games of yesterday and today. */
export async function measureCrowd(isDurable: boolean, groups: number): Promise<CrowdFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-crowd-'))
  try {
    let store: Store = isDurable ? await LowdbStore.open(folder) : new MemoryStore()
    await plantCrowd(store, { groups, membersEach: MEMBERS, createdAt: '2026-03-01T12:00:00.000Z' })
    const clock = new ControlledClock()
    clock.freezeAt('2026-03-07T12:00:00-05:00')
    let engine = engineOver(store, clock)
    await engine.rollOverIfDue()
    const cpu = await measureCalls(engine, groups)
    const jumpIns = await measureJumpIns(engine, JUMPERS.atOnce, JUMPERS.rounds)
    const rollOver = await measureRollOver(engine, clock, groups)
    globalThis.gc?.()
    const residentMb = process.memoryUsage().rss / 1e6
    let startSeconds: number | null = null
    let historySeconds: number | null = null
    if (isDurable) {
      await store.close()
      const begun = performance.now()
      store = await LowdbStore.open(folder)
      engine = engineOver(store, clock)
      const player = await signedIn(engine, crowdDevice(0, 0))
      await player('getToday')
      const started = performance.now()
      await player('getHistory')
      startSeconds = (started - begun) / 1000
      historySeconds = (performance.now() - started) / 1000
    }
    await store.close()
    return { groups, cpu, rollOver, jumpIns, residentMb, startSeconds, historySeconds }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each call by one player per group, for a sample of groups spread over all of them. */
async function measureCalls(engine: Engine, groups: number): Promise<Record<string, number>> {
  const places = Array.from({ length: BLOCK * BLOCKS }, (_, at) =>
    Math.floor((at * groups) / (BLOCK * BLOCKS)),
  )
  const membersOf = (member: number) =>
    inTurn(places, (group) => signedIn(engine, crowdDevice(group, member)))
  const [drawers, guessers] = [await membersOf(0), await membersOf(1)]
  const loners = await inTurn(places, (at) => signedIn(engine, `device_alone_${at}_0123456789`))
  const drawings = pictures()
  const today = (caller: Caller) => caller('getToday')
  const guesses = async () => {
    await inTurn(guessers, (caller) => caller('startTurn'))
    return cpuOfEach(guessers, (caller) => caller('submitGuess', { guess: 'a purple elephant' }))
  }
  // Code that is still cold would be measured with the first call.
  for (let round = 0; round < 3; round++) await inTurn(drawers, today)
  return {
    today: await cpuOfEach(oftenEach(drawers), today),
    stats: await cpuOfEach(oftenEach(drawers), (caller) => caller('getDailyStats')),
    start: await cpuOfEach(drawers, (caller) => caller('startTurn')),
    submit: await cpuOfEach(drawers, (caller, at) =>
      caller('submitTurn', submission(drawings[at % drawings.length])),
    ),
    guess: await guesses(),
    'jump-in': await cpuOfEach(loners, (caller) => caller('jumpIn')),
  }
}

/** What only reads is quick, and measured more often. */
const oftenEach = (callers: readonly Caller[]): Caller[] => Array.from({ length: 5 }, () => callers).flat()

/** The median over blocks of the CPU that one call takes, in microseconds. */
async function cpuOfEach(
  callers: readonly Caller[],
  work: (caller: Caller, at: number) => Promise<unknown>,
): Promise<number> {
  const blocks: number[] = []
  // Collecting what was made before this, which other threads go on with, would count as CPU of the calls.
  globalThis.gc?.()
  await new Promise((resolve) => setTimeout(resolve, COLLECTION_MS))
  for (let first = 0; first < callers.length; first += BLOCK) {
    const before = process.cpuUsage()
    await inTurn(callers.slice(first, first + BLOCK), (caller, at) => work(caller, first + at))
    const { user, system } = process.cpuUsage(before)
    blocks.push((user + system) / BLOCK)
  }
  return median(blocks)
}

/** Midnight, while players of groups all over look at today. */
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
  const looks: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let collection = 0
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collection = Math.max(collection, duration)
  })
  collections.observe({ entryTypes: ['gc'] })
  let isRolling = true
  const player = async () => {
    for (let at = 0; isRolling; at++) {
      const begun = performance.now()
      await callers[at % callers.length]?.('getToday')
      looks.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  delay.enable()
  let games = 0
  const stop = engine.events.listen((event) => {
    if (event.type === 'game-created' || event.type === 'game-completed') games++
  })
  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  const playing = player()
  await engine.rollOverIfDue()
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  isRolling = false
  await playing
  delay.disable()
  // What was observed is handed over a turn later.
  await new Promise(setImmediate)
  collections.disconnect()
  stop()
  return {
    perSecond: games / seconds,
    perCpuSecond: (games / (user + system)) * 1e6,
    todayP99: p99(looks),
    pause: delay.max / 1e6,
    collection,
  }
}
