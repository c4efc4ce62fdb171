import { setTimeout as pause } from 'node:timers/promises'
import { crowdDevice } from '../src/compose/crowd.fixture.ts'
import { ControlledClock } from '../src/control/clock.ts'
import type { Engine } from '../src/engine/engine.ts'
import { PostgresStore } from '../src/stores/postgres/postgres-store.ts'
import { type Caller, engineOver, inTurn, pictures, signedIn, submission } from './engine-callers.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { p95, p99 } from './quantiles.ts'

/** What a number of calls of one kind cost. */
export interface Cost {
  readonly calls: number
  readonly seconds: number
  readonly nodeSeconds: number
  readonly databaseSeconds: number
}

export type CallName = 'today' | 'stats' | 'start' | 'submit' | 'guess' | 'jump-in'

export interface JumpIns {
  readonly perSecond: number
  readonly p99: number
  readonly failed: number
}

export interface RollOver {
  /** Games closed and created. */
  readonly perSecond: number
  readonly todayP95: number
  /** Of the same calls just before. */
  readonly quietTodayP95: number
}

/** Groups of which each round measures other ones. */
const ROUND_GROUPS = 300
export const ROUNDS = 3
const READS_EACH = 5
const JUMPERS = { atOnce: 200, rounds: 5 }
/** Pauses between two looks at today during a roll-over. */
const POLL_MS = 5
const QUIET_MS = 3000
/** A roll-over that takes longer is measured until then. */
const ROLL_OVER_MS = 30_000

export const DAY = '2026-03-07'
export const DAY_START = '2026-03-07T05:00:00.000Z'
const NOON = '2026-03-07T12:00:00-05:00'
const NEXT_DAY = '2026-03-08T00:00:10-05:00'

/** One server's engine over a database with a crowd. */
export class PostgresCrowdBench {
  readonly #store: PostgresStore
  readonly #engine: Engine
  readonly #clock: ControlledClock
  readonly #data: string
  readonly #groups: number

  private constructor(store: PostgresStore, data: string, groups: number) {
    this.#store = store
    this.#data = data
    this.#groups = groups
    this.#clock = new ControlledClock()
    this.#clock.freezeAt(NOON)
    this.#engine = engineOver(store, this.#clock)
  }

  /** @param data the data directory of the database's server. */
  static async open(url: string, data: string, groups: number): Promise<PostgresCrowdBench> {
    return new PostgresCrowdBench(await PostgresStore.open(url), data, groups)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /** Each call by a player of groups all over; a turn leads to the next call, so each round has groups of its own. */
  async measureCalls(round: number): Promise<Record<CallName, Cost>> {
    const places = Array.from({ length: ROUND_GROUPS }, (_, at) =>
      Math.floor(((round * ROUND_GROUPS + at) * this.#groups) / (ROUNDS * ROUND_GROUPS)),
    )
    const membersOf = (member: number) =>
      inTurn(places, (group) => signedIn(this.#engine, crowdDevice(group, member)))
    const [drawers, guessers] = [await membersOf(0), await membersOf(1)]
    const loners = await inTurn(places, (at) => signedIn(this.#engine, `device_alone_${at}_0123456789`))
    const drawings = pictures()
    const often = Array.from({ length: READS_EACH }, () => drawers).flat()
    await inTurn(drawers, (caller) => caller('getToday'))
    const today = await this.#costOf(often, (caller) => caller('getToday'))
    const stats = await this.#costOf(often, (caller) => caller('getDailyStats'))
    const start = await this.#costOf(drawers, (caller) => caller('startTurn'))
    const submit = await this.#costOf(drawers, (caller, at) =>
      caller('submitTurn', submission(drawings[at % drawings.length])),
    )
    await inTurn(guessers, (caller) => caller('startTurn'))
    const guess = await this.#costOf(guessers, (caller) =>
      caller('submitGuess', { guess: 'a purple elephant' }),
    )
    const jumpIn = await this.#costOf(loners, (caller) => caller('jumpIn'))
    return { today, stats, start, submit, guess, 'jump-in': jumpIn }
  }

  async #costOf(
    callers: readonly Caller[],
    work: (caller: Caller, at: number) => Promise<unknown>,
  ): Promise<Cost> {
    const [begun, node, database] = [performance.now(), process.cpuUsage(), postgresCpu(this.#data)]
    await inTurn(callers, work)
    const { user, system } = process.cpuUsage(node)
    return {
      calls: callers.length,
      seconds: (performance.now() - begun) / 1000,
      nodeSeconds: (user + system) / 1e6,
      databaseSeconds: postgresCpu(this.#data) - database,
    }
  }

  async measureJumpIns(): Promise<JumpIns> {
    const times: number[] = []
    let failed = 0
    let waited = 0
    for (let round = 0; round < JUMPERS.rounds; round++) {
      const names = Array.from(
        { length: JUMPERS.atOnce },
        (_, at) => `device_jumper_${round}_${at}_0123456789`,
      )
      const callers = await inTurn(names, (name) => signedIn(this.#engine, name))
      const begun = performance.now()
      await Promise.all(
        callers.map(async (caller) => {
          await caller('jumpIn').catch(() => failed++)
          times.push(performance.now() - begun)
        }),
      )
      waited += performance.now() - begun
    }
    return { perSecond: (times.length / waited) * 1000, p99: p99(times), failed }
  }

  /** Midnight, while players of groups all over look at today. Nothing can be measured after it. */
  async measureRollOver(): Promise<RollOver> {
    const callers: Caller[] = []
    for (let at = 0; at < 50; at++) {
      callers.push(await signedIn(this.#engine, crowdDevice(Math.floor((at * this.#groups) / 50), 2)))
    }
    const quiet = await looksUntil(callers, pause(QUIET_MS))
    this.#clock.set(NEXT_DAY)
    let games = 0
    const stop = this.#engine.events.listen((event) => {
      if (event.type === 'game-created' || event.type === 'game-completed') games++
    })
    const begun = performance.now()
    const isOver = new AbortController()
    // What goes on after the time is up ends with the store.
    const rolling = Promise.race([
      this.#engine.rollOverIfDue().catch((error) => {
        if (!isOver.signal.aborted) throw error
      }),
      pause(ROLL_OVER_MS, undefined, { signal: isOver.signal }).catch(() => {}),
    ])
    const looks = await looksUntil(callers, rolling)
    isOver.abort()
    stop()
    const seconds = (performance.now() - begun) / 1000
    return { perSecond: games / seconds, todayP95: p95(looks), quietTodayP95: p95(quiet) }
  }
}

/** How long looks at today take, one after the other, until something has ended. */
async function looksUntil(callers: readonly Caller[], end: Promise<unknown>): Promise<number[]> {
  const looks: number[] = []
  let isOver = false
  const ended = end.finally(() => {
    isOver = true
  })
  for (let at = 0; !isOver; at++) {
    const begun = performance.now()
    await callers[at % callers.length]?.('getToday')
    looks.push(performance.now() - begun)
    await pause(POLL_MS)
  }
  await ended
  return looks
}
