import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../../../../core/contract/constants.ts'
import { dayAt, dayStart } from '../../../../core/rules/time/day.ts'
import type { Engine } from '../../../../engine/engine.ts'

interface MeasuredCall {
  readonly method: string
  /** The path template of the endpoint, never the path of a request. */
  readonly route: string
  readonly code: number
  readonly seconds: number
}

/** The figures of a process, by how those of several processes are combined. */
const OF_PROCESS = {
  max: {
    inkling_maintenance: '1 while players can only read, otherwise 0',
    inkling_capacity_used_ratio: 'Share of the players or games for which the data folder is made; 1 is full',
    inkling_last_save_timestamp_seconds:
      'When the last save of the world was written and checked, in seconds since 1970; 0 without any',
  },
  sum: {
    inkling_sockets: 'Open sockets for reactions',
    inkling_database_connections_in_use: 'Connections to the database in use',
    inkling_database_connections_idle: 'Idle connections to the database',
    inkling_database_waiting: 'Transactions waiting for a connection',
    inkling_journal_bytes: 'Size of the journal of the data folder',
  },
}
type Aggregator = keyof typeof OF_PROCESS
type ProcessName = keyof (typeof OF_PROCESS)['max'] | keyof (typeof OF_PROCESS)['sum']
/** Undefined ones are absent from the metrics. */
type Figures<Name extends string> = Readonly<Record<Name, number | undefined>>

/** The figures about stored data, which are the same for several processes. */
const STORED = {
  inkling_players_today: 'Players of the day',
  inkling_games_open: 'Games that are not complete',
  inkling_accounts: 'Accounts of players',
  inkling_rollover_games_created: 'Games that the latest roll-over has created so far',
  inkling_rollover_games_completed: 'Games of earlier days that the latest roll-over has closed so far',
  inkling_rollover_lag_seconds:
    'Time since the start of the day while its roll-over is incomplete; 0 when it is complete',
  inkling_outbox_games: 'Games whose results are not announced yet',
  inkling_outbox_lag_seconds: 'Time for which the oldest of those games has been due; 0 when none is due',
  inkling_push_lag_seconds: 'Time for which the oldest push message has been due; 0 when none is due',
  inkling_reports_open: 'Reported things that nobody has decided about',
  inkling_reports_oldest_seconds: 'Time since the first report of the oldest of those things; 0 without any',
}
type StoredName = keyof typeof STORED

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
  #reading: Promise<Figures<StoredName> | null> | null = null

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

  /** Registers the figures of this process. */
  #readProcess(): void {
    this.#gauge('inkling_info', 'Version of the program; always 1', 'max', () => 1, { version: VERSION })
    for (const [aggregator, helps] of Object.entries(OF_PROCESS))
      for (const [name, help] of Object.entries(helps))
        this.#gauge(name, help, aggregator as Aggregator, () => this.#processFigures()[name as ProcessName])
    const { store } = this.#engine.ports
    new Counter({
      name: 'inkling_transaction_retries_total',
      help: 'Retried transactions, by cause',
      labelNames: ['cause'],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [cause, count] of Object.entries(store.figures?.().retries ?? {}))
          this.inc({ cause }, count)
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

  #processFigures(): Figures<ProcessName> {
    const { capacity, connections, journalBytes } = this.#engine.ports.store.figures?.() ?? {}
    return {
      inkling_maintenance: Number(this.isMaintained()),
      inkling_capacity_used_ratio:
        capacity && Math.max(capacity.players / capacity.maxPlayers, capacity.games / capacity.maxGames),
      inkling_last_save_timestamp_seconds: Date.parse(this.lastSave() ?? '1970-01-01T00:00:00Z') / 1000,
      inkling_sockets: this.sockets(),
      inkling_database_connections_in_use: connections?.inUse,
      inkling_database_connections_idle: connections?.idle,
      inkling_database_waiting: connections?.waiting,
      inkling_journal_bytes: journalBytes,
    }
  }

  /** Registers the figures about stored data. Absent if it cannot be read. */
  #readStore(): void {
    const isUp = async () => ((await this.#stored()) ? 1 : 0)
    this.#gauge('inkling_store_up', '1 if the store can be read, otherwise 0', 'max', isUp)
    for (const [name, help] of Object.entries(STORED))
      this.#gauge(name, help, 'max', async () => (await this.#stored())?.[name as StoredName])
  }

  /** Registers a gauge that is read at each scrape. It is absent while `value` returns undefined. */
  #gauge(
    name: string,
    help: string,
    aggregator: Aggregator,
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
  #stored(): Promise<Figures<StoredName> | null> {
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

  async #figures(): Promise<Figures<StoredName>> {
    const { store, clock } = this.#engine.ports
    const { timeZone } = this.#engine.settings
    const now = clock.now()
    const day = dayAt(now, timeZone)
    const secondsSince = (instant: string) => Math.max(0, (Date.parse(now) - Date.parse(instant)) / 1000)
    const { players, open, accounts, rollover, games, due, messages, reports, reported } =
      await store.transaction(async (tx) => ({
        players: await tx.peekCount({ playersOf: day }),
        open: await tx.peekCount('openGames'),
        accounts: await tx.peekCount('users'),
        rollover: await tx.get('rollover', 'rollover'),
        games: await tx.peekCount('outbox'),
        due: await tx.peekSearch('unannouncedGames', now, 1),
        messages: await tx.peekSearch('dueMessages', now, 1),
        reports: await tx.peekCount('openThings'),
        reported: await tx.peekSearch('reportQueue', { state: 'open', order: 'oldest', limit: 1 }),
      }))
    const isComplete =
      rollover !== undefined && rollover.day >= day && (rollover.sweep?.after ?? null) === null
    const [[first], [message], [thing]] = [due, messages, reported]
    return {
      inkling_players_today: players,
      inkling_games_open: open,
      inkling_accounts: accounts,
      inkling_rollover_games_created: rollover?.sweep?.gamesCreated,
      inkling_rollover_games_completed: rollover?.sweep?.gamesCompleted,
      inkling_rollover_lag_seconds: isComplete ? 0 : secondsSince(dayStart(day, timeZone)),
      inkling_outbox_games: games,
      inkling_outbox_lag_seconds: first ? secondsSince(first.dueAt) : 0,
      inkling_push_lag_seconds: message ? secondsSince(message.dueAt) : 0,
      inkling_reports_open: reports,
      inkling_reports_oldest_seconds: thing ? secondsSince(thing.firstAt) : 0,
    }
  }
}
