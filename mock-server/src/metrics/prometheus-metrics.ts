import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client'
import type { Engine } from '../engine/engine.ts'
import type { StoreFigures } from '../engine/store.ts'
import { dayAt, dayStart } from '../rules/day.ts'

export interface MeasuredCall {
  readonly method: string
  /** The path template of the endpoint, never the path of a request. */
  readonly route: string
  readonly code: number
  readonly seconds: number
}

/** Bucket bounds, from responses served from memory up to the longest time that a caller waits. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6]

/** Interval of the event-loop delay samples. A shorter one would wake an idle process too often. */
const LOOP_PRECISION_MS = 20

/** How {@link AggregatorRegistry} combines a metric of several processes; missing in the types of prom-client. */
interface Aggregated {
  readonly name: string
  aggregator: string
}

let ofProcess: Registry | undefined

/** Metrics of CPU, memory, garbage collection and event loop, shared by all servers in this process. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: LOOP_PRECISION_MS })
  for (const metric of ofProcess.getMetricsAsArray() as readonly Aggregated[]) {
    // The average over several processes would hide that one of them is blocked.
    if (/^nodejs_eventloop_lag_p\d+_seconds$/.test(metric.name)) metric.aggregator = 'max'
  }
  return ofProcess
}

/** Metrics of a server for Prometheus. Figures about stored data are read at each scrape. */
export class PrometheusMetrics {
  readonly #engine: Engine
  readonly #onProblem: (problem: unknown) => void
  readonly #registry = new Registry()
  readonly #calls = new Histogram({
    name: 'inkling_http_request_duration_seconds',
    help: 'Calls by method, route of the API and status',
    labelNames: ['method', 'route', 'code'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #storeUp = this.#gauge('inkling_store_up', '1 if the store can be read, otherwise 0')
  readonly #rolloverCreated = this.#gauge(
    'inkling_rollover_games_created',
    'Games that the latest roll-over has created so far',
  )
  readonly #rolloverCompleted = this.#gauge(
    'inkling_rollover_games_completed',
    'Games of earlier days that the latest roll-over has closed so far',
  )
  readonly #rolloverLag = this.#gauge(
    'inkling_rollover_lag_seconds',
    'Time since the start of the day while its roll-over is incomplete; 0 when it is complete',
  )
  readonly #outbox = this.#gauge('inkling_outbox_games', 'Games whose results are not announced yet')
  readonly #outboxLag = this.#gauge(
    'inkling_outbox_lag_seconds',
    'Time for which the oldest of those games has been due; 0 when none is due',
  )

  /**
   * @param sockets returns the number of open sockets.
   * @param onProblem called at each scrape for which the store cannot be read.
   */
  constructor(engine: Engine, sockets: () => number, onProblem: (problem: unknown) => void) {
    this.#engine = engine
    this.#onProblem = onProblem
    const figures = (): StoreFigures => engine.ports.store.figures?.() ?? { retries: {} }
    this.#read('inkling_sockets', 'Open sockets for reactions', sockets)
    this.#read(
      'inkling_database_connections_in_use',
      'Connections to the database in use',
      () => figures().connections?.inUse,
    )
    this.#read(
      'inkling_database_connections_idle',
      'Idle connections to the database',
      () => figures().connections?.idle,
    )
    this.#read(
      'inkling_database_waiting',
      'Transactions waiting for a connection',
      () => figures().connections?.waiting,
    )
    this.#read(
      'inkling_journal_bytes',
      'Size of the journal of the data folder',
      () => figures().journalBytes,
    )
    new Counter({
      name: 'inkling_transaction_retries_total',
      help: 'Retried transactions, by cause',
      labelNames: ['cause'],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [cause, count] of Object.entries(figures().retries)) this.inc({ cause }, count)
      },
    })
    processMetrics()
  }

  observeCall({ method, route, code, seconds }: MeasuredCall): void {
    this.#calls.observe({ method, route, code }, seconds)
  }

  /** The metrics of this process. */
  async json(): Promise<MetricObject[]> {
    await this.#readStore()
    const parts = [this.#registry, processMetrics()].map((registry) => registry.getMetricsAsJSON())
    return (await Promise.all(parts)).flat() as MetricObject[]
  }

  /** The metrics of several processes as Prometheus text: sums, or the maximum for figures about stored data. */
  static text(all: MetricObject[][]): Promise<string> {
    return AggregatorRegistry.aggregate(all).metrics()
  }

  async #readStore(): Promise<void> {
    const { store, clock } = this.#engine.ports
    const { timeZone } = this.#engine.settings
    const now = clock.now()
    const day = dayAt(now, timeZone)
    const secondsSince = (instant: string) => Math.max(0, (Date.parse(now) - Date.parse(instant)) / 1000)
    const found = await store
      .transaction(async (tx) => ({
        rollover: await tx.get('rollover', 'rollover'),
        games: await tx.count('outbox'),
        due: await tx.unannouncedGames(now, 1),
      }))
      .catch((problem: unknown) => {
        this.#onProblem(problem)
        return null
      })
    this.#storeUp.set(found ? 1 : 0)
    // Remove old values: if the store cannot be read, these gauges are absent rather than outdated.
    for (const gauge of [this.#rolloverCreated, this.#rolloverCompleted, this.#rolloverLag]) gauge.remove()
    for (const gauge of [this.#outbox, this.#outboxLag]) gauge.remove()
    if (!found) return
    const { rollover, games, due } = found
    const isComplete =
      rollover !== undefined && rollover.day >= day && (rollover.sweep?.after ?? null) === null
    this.#rolloverLag.set(isComplete ? 0 : secondsSince(dayStart(day, timeZone)))
    if (rollover?.sweep) {
      this.#rolloverCreated.set(rollover.sweep.gamesCreated)
      this.#rolloverCompleted.set(rollover.sweep.gamesCompleted)
    }
    this.#outbox.set(games)
    const [first] = due
    this.#outboxLag.set(first ? secondsSince(first.dueAt) : 0)
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.#registry], aggregator: 'max' })
  }

  /** Registers a gauge that is read at each scrape. It is absent while `value` returns undefined. */
  #read(name: string, help: string, value: () => number | undefined): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        const found = value()
        if (found === undefined) this.remove()
        else this.set(found)
      },
    })
  }
}
