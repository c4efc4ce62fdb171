import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { type RunningServer, type ServerOptions, startServer } from '@inkling/mock-server/main'
import { pino } from 'pino'
import { CliError, EXIT } from '../cli-error.ts'
import { CLIENT } from '../places.ts'
import { durationOf } from './durations.ts'
import { serveWithWorkers, WORKER_PORT, workerCount } from './serve-workers.ts'
import { stopSignals } from './stop-signals.ts'

export interface ServeOptions {
  port: string
  host: string
  data?: string
  memory?: boolean
  /** Address of a PostgreSQL database. */
  store?: string
  /** Address of the database itself, where `store` is a pool in front of it. */
  directStore?: string
  workers?: string
  grace?: string
  seed?: string
  clock?: string
  world?: string
  protected?: boolean
  adminKey?: string
  verbose?: boolean
}

/** A balancer that asks every second notices in this time that a server is not ready. */
const GRACE_WITH_DATABASE = '2s'

/** Runs the reference server until it is told to stop, then lets it finish what is in flight. */
export async function serve(options: ServeOptions): Promise<void> {
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CliError(
      EXIT.usage,
      `--port '${options.port}' is no port: use a number from 0 to 65535, 0 for a free one.`,
    )
  }
  const places = [
    options.memory && '--memory',
    options.data !== undefined && '--data',
    options.store !== undefined && '--store',
  ].filter((place) => typeof place === 'string')
  if (places.length > 1) {
    throw new CliError(EXIT.usage, `${places.join(' and ')} exclude each other: leave one out.`)
  }
  const { GAME_TIME_ZONE, ADMIN_KEY, DATABASE_URL, DATABASE_DIRECT_URL, NODE_ENV } = process.env
  const { PUBLIC_URL, RATE_LIMIT_LOOPBACK, TRUST_PROXY } = process.env
  const adminKey = options.adminKey ?? ADMIN_KEY
  const database = options.store ?? (places.length === 0 ? DATABASE_URL || undefined : undefined)
  const directDatabase = options.directStore ?? (DATABASE_DIRECT_URL || undefined)
  if (options.directStore !== undefined && database === undefined) {
    throw new CliError(EXIT.usage, '--direct-store needs --store, with the address of the pool.')
  }
  const data = options.memory ? null : (options.data ?? '.inkling')
  const count = options.workers === undefined ? null : workerCount(options.workers, database)
  const graceMs = durationOf(options.grace ?? (database === undefined ? '0s' : GRACE_WITH_DATABASE))
  const { isWorker } = cluster
  const serverOptions: ServerOptions = {
    port: isWorker ? Number(process.env[WORKER_PORT]) : port,
    host: options.host,
    data,
    clientDir: CLIENT,
    makeAdminKey: NODE_ENV?.toLowerCase() !== 'production',
    announce: !isWorker,
    isProtected: options.protected === true || NODE_ENV?.toLowerCase() === 'production',
    limitLoopback: RATE_LIMIT_LOOPBACK === '1',
    log: pino({ level: options.verbose ? 'debug' : 'warn' }, pino.destination(2)),
    ...(database !== undefined && { database }),
    ...(directDatabase !== undefined && { directDatabase }),
    ...(options.seed !== undefined && { seed: options.seed }),
    // Workers have the clock of the database, also those that start later.
    ...(options.clock !== undefined && !isWorker && { clock: options.clock }),
    ...(options.world !== undefined && { world: options.world }),
    ...(adminKey !== undefined && { adminKey }),
    ...(PUBLIC_URL !== undefined && { publicUrl: PUBLIC_URL }),
    ...(TRUST_PROXY !== undefined && { trustProxy: TRUST_PROXY }),
    ...(GAME_TIME_ZONE !== undefined && { timeZone: GAME_TIME_ZONE }),
  }
  if (count !== null && !isWorker) {
    const signals = stopSignals({ isWorker })
    const stop = await serveWithWorkers({ server: serverOptions, count, graceMs, signals, greet })
    process.stderr.write(`Stopped by ${stop}.\n`)
    return
  }
  const server = await startServer(serverOptions)
  // Before anybody is told where it is: they may stop it at once.
  const signals = stopSignals({ isWorker })
  if (!isWorker) greet(server)
  const signal = await signals.first
  if (signal === 'SIGTERM' && graceMs > 0) {
    server.drain()
    await signals.grace(graceMs)
  }
  await server.close()
  if (!isWorker) process.stderr.write(`Stopped by ${signal}.\n`)
}

/** Says where a server is, and what to know about it. */
function greet(server: RunningServer): void {
  process.stdout.write(`Inkling is served at ${server.url}\n`)
  process.stderr.write(
    `${server.storedIn === null ? 'Nothing is kept.' : `Data is kept in ${server.storedIn}.`} Ctrl-C stops it.\n`,
  )
  if (server.adminKey === null)
    process.stderr.write('Admin calls and controls are off: set ADMIN_KEY to use them.\n')
  const group = server.planted?.groups[0]
  if (group)
    process.stderr.write(`Join '${group.name}' and play with them: ${server.url}/?code=${group.code}\n`)
  if (!existsSync(CLIENT))
    process.stderr.write('The client is not built: run `npm run build` to serve it here.\n')
}
