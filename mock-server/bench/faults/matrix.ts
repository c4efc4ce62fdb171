import pg from 'pg'
import { picture } from '../../src/core/picture/picture.fixture.ts'
import { freePort } from '../../src/server/platform/free-port.fixture.ts'
import { PostgresProcess } from '../../src/server/stores/postgres/postgres-process.fixture.ts'
import { TcpProxy } from '../../src/server/stores/postgres/tcp-proxy.fixture.ts'
import { type Served, serveInkling } from '../served.ts'
import { Load, type LoadFigures, worldAt } from './load.ts'

/* Injects faults between servers and their database while players play. */

/** At the start: no player is in a round at midnight. A server that starts again gets the clock from the database. */
const NOON = '2026-03-07T12:00:00-05:00'

/** Generous limit for players to resume playing. */
const RECOVERED_MS = 30_000

export interface FaultOptions {
  /** Folder of PostgreSQL's programs, pg_basebackup among them. */
  readonly bin: string
  readonly pairs: number
  /** Minimum duration of a fault. It also lasts until players notice it. */
  readonly lastsMs: number
  /** Delay that a slow network adds to each message. */
  readonly delayMs: number
  /** Rounds that players finish before and after each fault. */
  readonly rounds: number
}

export interface FaultReport extends LoadFigures {
  /** Acknowledged writes that are missing or duplicated. */
  readonly faults: readonly string[]
  /** From the end of the fault to the next finished round. */
  readonly recoveredMs: number
}

/** Two servers on one PostgreSQL behind a proxy, which leads to the standby after the failover. */
export class FaultRun {
  readonly #options: FaultOptions
  readonly #primary: PostgresProcess
  readonly #proxy: TcpProxy
  readonly #ports: readonly number[]
  #standby: PostgresProcess | null = null
  #servers: Served[] = []

  private constructor(
    options: FaultOptions,
    primary: PostgresProcess,
    proxy: TcpProxy,
    ports: readonly number[],
  ) {
    this.#options = options
    this.#primary = primary
    this.#proxy = proxy
    this.#ports = ports
  }

  static async start(options: FaultOptions): Promise<FaultRun> {
    const primary = await PostgresProcess.create(options.bin, ['fsync=off', 'shared_buffers=64MB'])
    const proxy = await TcpProxy.listen(primary.port)
    const run = new FaultRun(options, primary, proxy, [await freePort(), await freePort()])
    run.#servers = await Promise.all(run.#ports.map((port) => run.#serve(port, '--clock', NOON)))
    return run
  }

  /** Runs one fault under load. */
  async run(name: FaultName): Promise<FaultReport> {
    const { pairs, rounds } = this.#options
    const load = new Load(this.#urls, pairs, picture(40))
    try {
      await load.until(() => load.finishedRounds >= rounds, RECOVERED_MS, 'started to play')
      await this.#faults[name](load)
      const startedAt = performance.now()
      const before = load.finishedRounds
      await load.until(() => load.finishedRounds > before, RECOVERED_MS, `played on after: ${name}`)
      const recoveredMs = performance.now() - startedAt
      await load.progress(rounds, RECOVERED_MS)
      const faults = await load.faultsOf(() => worldAt(this.#urls[0] ?? ''))
      return { ...load.figures, faults, recoveredMs }
    } finally {
      await load.stop()
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop('SIGKILL')))
    await this.#proxy.close()
    await this.#primary.remove()
    await this.#standby?.remove()
  }

  readonly #faults: Record<FaultName, (load: Load) => Promise<void>> = {
    'one of two servers is killed': async (load) => {
      const [first, second] = this.#servers
      await second?.stop('SIGKILL')
      await load.until(() => load.figures.broken > 0, RECOVERED_MS, 'noticed the killed server')
      if (first) this.#servers = [first, await this.#serve(this.#ports[1] ?? 0)]
    },
    'the database is stopped immediately and restarted': async () => {
      await this.#primary.stopAtOnce()
      await this.#primary.start()
    },
    'the database is paused': async (load) => {
      await this.#primary.pause()
      try {
        await this.#untilRefused(load)
      } finally {
        await this.#primary.resume()
      }
    },
    'all connections of the pool wait': async (load) => {
      const client = new pg.Client({ connectionString: this.#primary.url })
      await client.connect()
      try {
        // Every call reads its player. A lock on a second table could deadlock with a transaction that waits for this one.
        await client.query('begin; lock table users in access exclusive mode')
        await this.#untilRefused(load)
      } finally {
        await client.end()
      }
    },
    'connections break during commits': async (load) => {
      for (const when of ['before', 'after'] as const) {
        this.#proxy.cutNextCommits(10, when)
        await load.progress(this.#options.rounds, RECOVERED_MS)
      }
    },
    'the network is slow': async (load) => {
      const startedAt = performance.now()
      const target = load.finishedRounds + this.#options.pairs
      this.#proxy.delayMs = this.#options.delayMs
      await load.until(
        () => load.finishedRounds >= target,
        RECOVERED_MS,
        'finished rounds over a slow network',
      )
      await lasting(this.#options.lastsMs, startedAt)
      this.#proxy.delayMs = 0
    },
    'connections die without notice': async () => {
      this.#proxy.silenceAll()
    },
    'a standby takes over': async (load) => {
      const standby = await this.#primary.standby()
      this.#standby = standby
      await load.progress(this.#options.rounds, RECOVERED_MS)
      await this.#primary.stopAtOnce()
      this.#proxy.target = standby.port
      await standby.promote()
    },
  }

  async #untilRefused(load: Load): Promise<void> {
    const startedAt = performance.now()
    await load.until(() => load.figures.refused > 0, RECOVERED_MS, 'been refused')
    await lasting(this.#options.lastsMs, startedAt)
  }

  get #urls(): string[] {
    return this.#ports.map((port) => `http://localhost:${port}`)
  }

  #serve(port: number, ...args: string[]): Promise<Served> {
    const store = `postgres://postgres@127.0.0.1:${this.#proxy.port}/postgres`
    return serveInkling('--port', String(port), '--store', store, ...args)
  }
}

export const FAULTS = [
  'one of two servers is killed',
  'the database is stopped immediately and restarted',
  'the database is paused',
  'all connections of the pool wait',
  'connections break during commits',
  'the network is slow',
  'connections die without notice',
  'a standby takes over',
] as const

export type FaultName = (typeof FAULTS)[number]

async function lasting(ms: number, startedAt: number): Promise<void> {
  const left = ms - (performance.now() - startedAt)
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
}
