import { setTimeout as pause } from 'node:timers/promises'
import { crowdDevice } from '../src/compose/crowd.fixture.ts'
import { DAY_MS } from '../src/contract/constants.ts'
import { ControlledClock } from '../src/control/clock.ts'
import type { Engine } from '../src/engine/engine.ts'
import { PostgresStore } from '../src/stores/postgres/postgres-store.ts'
import { type Caller, engineOver, pictures, signedIn, submission } from './engine-callers.ts'
import { type JumpIns, measureJumpIns } from './jump-ins.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { p95 } from './quantiles.ts'

/** Total cost of several calls of one kind. */
export interface Cost {
  readonly calls: number
  readonly seconds: number
  readonly nodeSeconds: number
  readonly databaseSeconds: number
}

export const CALLS = ['today', 'stats', 'start', 'submit', 'guess', 'jump-in'] as const

export type CallName = (typeof CALLS)[number]

type Measurements = Readonly<Record<CallName, () => Promise<Cost>>>

export interface RollOver {
  /** Games closed and created. */
  readonly perSecond: number
  /** Of polls that find the new day's game. */
  readonly todayP95: number
  /** Of the first poll of each group, which creates its game. */
  readonly firstTodayP95: number
  /** Before the roll-over. */
  readonly quietTodayP95: number
}

/** Groups per round. Each round uses different groups. */
const ROUND_GROUPS = 125
/** The first one prepares statements on new connections. */
export const ROUNDS = 8
/** After 1,000 pairs of a start and a submit, another 1,000 still make them a quarter faster. */
const WARM_UP_ROUNDS = 24
export const WARM_UP_GROUPS = WARM_UP_ROUNDS * ROUND_GROUPS
const READS_EACH = 5
/**
 * Reads of each player before the measurement. Each of the server's processes maps a page of the buffer pool when it first
 * reads it, which takes up to a third of the CPU of a read of today. In use, all pages are soon mapped.
 */
const FIRST_READS_EACH = 20
const JUMPERS = { atOnce: 200, rounds: 5 }
/** Interval between two polls of today during a roll-over. */
const POLL_MS = 5
const POLLERS = 20
const QUIET_MS = 3000
/** Small crowds are rolled over several days for this long. */
const MIN_ROLL_OVER_SECONDS = 5
/** A longer roll-over is cut off here, and its rate is measured up to this point. */
const ROLL_OVER_MS = 30_000

export const DAY = '2026-03-07'
export const DAY_START = '2026-03-07T05:00:00.000Z'
const NOON = '2026-03-07T12:00:00-05:00'
/** Ten seconds after midnight. The clocks then change, so the next days are rolled over an hour later. */
const NEXT_DAY = '2026-03-08T00:00:10-05:00'

/** The engine of one server over a database with a crowd. */
export class PostgresCrowdBench {
  readonly #store: PostgresStore
  readonly #engine: Engine
  readonly #clock: ControlledClock
  readonly #data: string
  readonly #groups: number
  readonly #rounds: number

  private constructor(store: PostgresStore, data: string, groups: number, rounds: number) {
    this.#store = store
    this.#data = data
    this.#groups = groups
    this.#rounds = rounds
    this.#clock = new ControlledClock()
    this.#clock.freezeAt(NOON)
    this.#engine = engineOver(store, this.#clock)
  }

  /** @param data the data directory of the PostgreSQL server. */
  static async open(url: string, data: string, groups: number, rounds = ROUNDS): Promise<PostgresCrowdBench> {
    return new PostgresCrowdBench(await PostgresStore.open(url), data, groups, rounds)
  }

  /** Makes V8 compile the code of all measured calls, in a database of {@link WARM_UP_GROUPS} groups. */
  static async warmUp(url: string, data: string): Promise<void> {
    const bench = await PostgresCrowdBench.open(url, data, WARM_UP_GROUPS, WARM_UP_ROUNDS)
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      const measurements = await bench.measurements(round)
      for (const name of CALLS) await measurements[name]()
    }
    await bench.measureJumpIns()
    await bench.measureRollOvers()
    await bench.close()
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /**
   * Signs in players of evenly spaced groups. Turns change games, so each round uses other groups.
   * @returns measurements of each call by them, to be run in order.
   */
  async measurements(round: number): Promise<Measurements> {
    const places = Array.from({ length: ROUND_GROUPS }, (_, at) =>
      Math.floor(((round * ROUND_GROUPS + at) * this.#groups) / (this.#rounds * ROUND_GROUPS)),
    )
    const membersOf = (member: number) =>
      mapConcurrently(places, (group) => signedIn(this.#engine, crowdDevice(group, member)))
    const [drawers, guessers] = [await membersOf(0), await membersOf(1)]
    const loners = await mapConcurrently(places, (at) =>
      signedIn(this.#engine, `device_alone_${at}_0123456789`),
    )
    const drawings = pictures()
    const often = Array.from({ length: READS_EACH }, () => drawers).flat()
    for (let at = 0; at < FIRST_READS_EACH; at++)
      await mapConcurrently(drawers, (caller) => caller('getToday'))
    return {
      today: () => this.#costOf(often, (caller) => caller('getToday')),
      stats: () => this.#costOf(often, (caller) => caller('getDailyStats')),
      start: () => this.#costOf(drawers, (caller) => caller('startTurn')),
      submit: () =>
        this.#costOf(drawers, (caller, at) =>
          caller('submitTurn', submission(drawings[at % drawings.length])),
        ),
      guess: async () => {
        await mapConcurrently(guessers, (caller) => caller('startTurn'))
        return this.#costOf(guessers, (caller) => caller('submitGuess', { guess: 'a purple elephant' }))
      },
      'jump-in': () => this.#costOf(loners, (caller) => caller('jumpIn')),
    }
  }

  async #costOf(
    callers: readonly Caller[],
    work: (caller: Caller, at: number) => Promise<unknown>,
  ): Promise<Cost> {
    const [startedAt, node, database] = [performance.now(), process.cpuUsage(), postgresCpu(this.#data)]
    await mapConcurrently(callers, work)
    const { user, system } = process.cpuUsage(node)
    return {
      calls: callers.length,
      seconds: (performance.now() - startedAt) / 1000,
      nodeSeconds: (user + system) / 1e6,
      databaseSeconds: postgresCpu(this.#data) - database,
    }
  }

  measureJumpIns(): Promise<JumpIns> {
    return measureJumpIns(this.#engine, JUMPERS.atOnce, JUMPERS.rounds)
  }

  /** Measures roll-overs while players of evenly spaced groups poll today. Must be the last measurement. */
  async measureRollOvers(): Promise<RollOver> {
    const callers: Caller[] = []
    for (let at = 0; at < POLLERS; at++) {
      callers.push(await signedIn(this.#engine, crowdDevice(Math.floor((at * this.#groups) / POLLERS), 2)))
    }
    const quiet = await pollUntil(callers, pause(QUIET_MS))
    let games = 0
    const stop = this.#engine.events.listen((event) => {
      if (event.type === 'game-created' || event.type === 'game-completed') games++
    })
    const first: number[] = []
    const later: number[] = []
    let seconds = 0
    for (let day = 0; seconds < MIN_ROLL_OVER_SECONDS; day++) {
      this.#clock.set(new Date(Date.parse(NEXT_DAY) + day * DAY_MS).toISOString())
      const startedAt = performance.now()
      const polls = await this.#pollDuringRollOver(callers)
      seconds += (performance.now() - startedAt) / 1000
      first.push(...polls.slice(0, POLLERS))
      later.push(...polls.slice(POLLERS))
    }
    stop()
    return {
      perSecond: games / seconds,
      todayP95: p95(later),
      firstTodayP95: p95(first),
      quietTodayP95: p95(quiet),
    }
  }

  async #pollDuringRollOver(callers: readonly Caller[]): Promise<number[]> {
    const isOver = new AbortController()
    // A roll-over that is cut off ends when the store is closed.
    const rolling = Promise.race([
      this.#engine.rollOverIfDue().catch((error) => {
        if (!isOver.signal.aborted) throw error
      }),
      pause(ROLL_OVER_MS, undefined, { signal: isOver.signal }).catch(() => {}),
    ])
    const polls = await pollUntil(callers, rolling)
    isOver.abort()
    return polls
  }
}

/** Polls today, one call after the other, until `end` settles. @returns response times in milliseconds. */
async function pollUntil(callers: readonly Caller[], end: Promise<unknown>): Promise<number[]> {
  const polls: number[] = []
  let isOver = false
  const ended = end.finally(() => {
    isOver = true
  })
  for (let at = 0; !isOver; at++) {
    const startedAt = performance.now()
    await callers[at % callers.length]?.('getToday')
    polls.push(performance.now() - startedAt)
    await pause(POLL_MS)
  }
  await ended
  return polls
}
