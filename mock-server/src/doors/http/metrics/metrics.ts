import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../../../contract/constants.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Capacity, StoreFigures } from '../../../engine/store.ts'
import { dayAt, dayStart } from '../../../rules/time/day.ts'

interface MeasuredCall {
  readonly method: string
  /** The path template of the endpoint, never the path of a request. */
  readonly route: string
  readonly code: number
  readonly seconds: number
}

/** Figures about stored data. Undefined ones are absent from the metrics. */
interface StoredFigures {
  readonly players: number
  readonly gamesOpen: number
  readonly accounts: number
  readonly gamesCreated?: number | undefined
  readonly gamesCompleted?: number | undefined
  readonly rolloverLag: number
  readonly outboxGames: number
  readonly outboxLag: number
  readonly pushLag: number
  readonly reportsOpen: number
  readonly reportsAge: number
}

/** Bucket bounds, from responses served from memory up to the longest time that a caller waits. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6]

/** Interval of the event-loop delay samples. A shorter one would wake an idle process too often. */
const LOOP_PRECISION_MS = 20

/** How prom-client combines a metric of several processes; missing in its types. */
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

/** The larger of the shares of players and of games. */
const usedShare = (capacity: Capacity | undefined): number | undefined =>
  capacity && Math.max(capacity.players / capacity.maxPlayers, capacity.games / capacity.maxGames)

/** The metrics of a server for Prometheus. Figures about stored data are read at each scrape. */
export class Metrics {
  /** The number of open sockets. */
  sockets: () => number = () => 0
  /** When the last save was written and checked; null for never. */
  lastSave: () => string | null = () => null
  /** Whether players can only read. */
  isMaintained: () => boolean = () => false
  /** Called at each scrape for which the store cannot be read. */
  onProblem: (problem: unknown) => void = console.error
  /** The metrics in the text format of Prometheus: of this process, unless it is one of several workers. */
  text: () => Promise<string> = () => Registry.merge(this.registries).metrics()
  readonly #engine: Engine
  readonly #registry = new Registry()
  readonly #calls = new Histogram({
    name: 'inkling_http_request_duration_seconds',
    help: 'Calls by method, route of the API and status',
    labelNames: ['method', 'route', 'code'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  /** The figures of the scrape in progress. */
  #reading: Promise<StoredFigures | null> | null = null

  constructor(engine: Engine) {
    this.#engine = engine
    this.#readProcess()
    this.#readStore()
  }

  /** The metrics of this process. */
  get registries(): Registry[] {
    return [this.#registry, processMetrics()]
  }

  observeCall({ method, route, code, seconds }: MeasuredCall): void {
    this.#calls.observe({ method, route, code }, seconds)
  }

  /** Registers the figures of this process. Those of several processes are added up. */
  #readProcess(): void {
    const figures = (): StoreFigures => this.#engine.ports.store.figures?.() ?? { retries: {} }
    const gauge = (name: string, help: string, value: () => number | undefined) =>
      this.#gauge(name, help, 'sum', value)
    this.#gauge('inkling_info', 'Version of the program; always 1', 'max', () => 1, { version: VERSION })
    this.#gauge('inkling_maintenance', '1 while players can only read, otherwise 0', 'max', () =>
      this.isMaintained() ? 1 : 0,
    )
    this.#gauge(
      'inkling_capacity_used_ratio',
      'Share of the players or games for which the data folder is made; 1 is full',
      'max',
      () => usedShare(figures().capacity),
    )
    gauge('inkling_sockets', 'Open sockets for reactions', () => this.sockets())
    gauge(
      'inkling_database_connections_in_use',
      'Connections to the database in use',
      () => figures().connections?.inUse,
    )
    gauge(
      'inkling_database_connections_idle',
      'Idle connections to the database',
      () => figures().connections?.idle,
    )
    gauge(
      'inkling_database_waiting',
      'Transactions waiting for a connection',
      () => figures().connections?.waiting,
    )
    gauge('inkling_journal_bytes', 'Size of the journal of the data folder', () => figures().journalBytes)
    this.#gauge(
      'inkling_last_save_timestamp_seconds',
      'When the last save of the world was written and checked, in seconds since 1970; 0 without any',
      'max',
      () => Date.parse(this.lastSave() ?? '1970-01-01T00:00:00Z') / 1000,
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
    const sent = () => Object.entries(this.#engine.sentFigures)
    new Counter({
      name: 'inkling_push_messages_total',
      help: 'Push messages by platform and result; removed are those to devices that are gone',
      labelNames: ['platform', 'result'],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [result, counts] of sent())
          for (const [platform, count] of Object.entries(counts)) this.inc({ platform, result }, count)
      },
    })
  }

  /** Registers the figures about stored data, which are the same for several processes. Absent if it cannot be read. */
  #readStore(): void {
    const gauge = (name: string, help: string, value: (found: StoredFigures | null) => number | undefined) =>
      this.#gauge(name, help, 'max', async () => value(await this.#stored()))
    gauge('inkling_store_up', '1 if the store can be read, otherwise 0', (found) => (found ? 1 : 0))
    gauge('inkling_players_today', 'Players of the day', (found) => found?.players)
    gauge('inkling_games_open', 'Games that are not complete', (found) => found?.gamesOpen)
    gauge('inkling_accounts', 'Accounts of players', (found) => found?.accounts)
    gauge(
      'inkling_rollover_games_created',
      'Games that the latest roll-over has created so far',
      (found) => found?.gamesCreated,
    )
    gauge(
      'inkling_rollover_games_completed',
      'Games of earlier days that the latest roll-over has closed so far',
      (found) => found?.gamesCompleted,
    )
    gauge(
      'inkling_rollover_lag_seconds',
      'Time since the start of the day while its roll-over is incomplete; 0 when it is complete',
      (found) => found?.rolloverLag,
    )
    gauge('inkling_outbox_games', 'Games whose results are not announced yet', (found) => found?.outboxGames)
    gauge(
      'inkling_outbox_lag_seconds',
      'Time for which the oldest of those games has been due; 0 when none is due',
      (found) => found?.outboxLag,
    )
    gauge(
      'inkling_push_lag_seconds',
      'Time for which the oldest push message has been due; 0 when none is due',
      (found) => found?.pushLag,
    )
    gauge(
      'inkling_reports_open',
      'Reported things that nobody has decided about',
      (found) => found?.reportsOpen,
    )
    gauge(
      'inkling_reports_oldest_seconds',
      'Time since the first report of the oldest of those things; 0 without any',
      (found) => found?.reportsAge,
    )
  }

  /** Registers a gauge that is read at each scrape. It is absent while `value` returns undefined. */
  #gauge(
    name: string,
    help: string,
    aggregator: 'sum' | 'max',
    value: () => number | undefined | Promise<number | undefined>,
    labels: Readonly<Record<string, string>> = {},
  ): void {
    new Gauge({
      name,
      help,
      aggregator,
      labelNames: Object.keys(labels),
      registers: [this.#registry],
      async collect() {
        const found = await value()
        if (found === undefined) this.remove()
        else this.set(labels, found)
      },
    })
  }

  /** Reads the store once for all gauges of a scrape. */
  #stored(): Promise<StoredFigures | null> {
    this.#reading ??= this.#figures()
      .catch((problem: unknown) => {
        this.onProblem(problem)
        return null
      })
      .finally(() => {
        this.#reading = null
      })
    return this.#reading
  }

  async #figures(): Promise<StoredFigures> {
    const { store, clock } = this.#engine.ports
    const { timeZone } = this.#engine.settings
    const now = clock.now()
    const day = dayAt(now, timeZone)
    const secondsSince = (instant: string) => Math.max(0, (Date.parse(now) - Date.parse(instant)) / 1000)
    const { players, open, accounts, rollover, games, due, messages, reports, reported } =
      await store.transaction(async (tx) => ({
        players: await tx.count({ playersOf: day }),
        open: await tx.count('openGames'),
        accounts: await tx.count('users'),
        rollover: await tx.get('rollover', 'rollover'),
        games: await tx.count('outbox'),
        due: await tx.search('unannouncedGames', now, 1),
        messages: await tx.search('dueMessages', now, 1),
        reports: await tx.count('openThings'),
        reported: await tx.search('reportQueue', { state: 'open', order: 'oldest', limit: 1 }),
      }))
    const isComplete =
      rollover !== undefined && rollover.day >= day && (rollover.sweep?.after ?? null) === null
    const [[first], [message], [thing]] = [due, messages, reported]
    return {
      players,
      gamesOpen: open,
      accounts,
      gamesCreated: rollover?.sweep?.gamesCreated,
      gamesCompleted: rollover?.sweep?.gamesCompleted,
      rolloverLag: isComplete ? 0 : secondsSince(dayStart(day, timeZone)),
      outboxGames: games,
      outboxLag: first ? secondsSince(first.dueAt) : 0,
      pushLag: message ? secondsSince(message.dueAt) : 0,
      reportsOpen: reports,
      reportsAge: thing ? secondsSince(thing.firstAt) : 0,
    }
  }
}
