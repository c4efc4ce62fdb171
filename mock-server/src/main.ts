import { existsSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Request } from 'express'
import { type Logger, pino } from 'pino'
import { checkedAdminKey } from './compose/admin-key.ts'
import { announceServer } from './compose/announced-servers.ts'
import { checkedPublicUrl, checkedTrustProxy } from './compose/deployment.ts'
import { importIfEmpty, namedWorld } from './compose/named-world.ts'
import { openStore } from './compose/open-store.ts'
import { createReferenceEngine } from './compose/reference-engine.ts'
import { DEFAULT_TIME_ZONE } from './contract/constants.ts'
import { ControlledClock } from './control/clock.ts'
import { Outbox } from './control/outbox.ts'
import { createApp } from './doors/http/app.ts'
import { createHttpServer } from './doors/http/http-server.ts'
import { isLoopbackAddress } from './doors/http/loopback.ts'
import { messageClasses } from './doors/http/message-classes.ts'
import { ServerEnd } from './doors/http/server-end.ts'
import { stopListening } from './doors/http/stop-listening.ts'
import { reactionSockets } from './doors/websocket/websocket.ts'
import type { Engine } from './engine/engine.ts'
import type { Store } from './engine/store.ts'
import type { World } from './engine/world.ts'
import { Metrics } from './metrics/metrics.ts'
import { StartupError } from './platform/startup-error.ts'
import type { Processes } from './processes/processes.ts'
import { shareMetrics } from './processes/worker-metrics.ts'

export interface ServerOptions {
  /** 0 selects a free port. */
  port: number
  host?: string
  /** Data folder; null stores everything in memory. */
  data: string | null
  /** An open store, which the server closes when it stops. Requires `data: null`. */
  store?: Store
  /** Receives push messages, instead of an outbox that is visible only at `/control/outbox`. */
  outbox?: Outbox
  /** URL of a PostgreSQL database, instead of the data folder. */
  database?: string
  /** URL of the database itself, if `database` is the URL of a pool in transaction mode. */
  directDatabase?: string
  /** Default: the seed stored in the data folder or database, otherwise a random one. */
  seed?: string
  /** Name of the world that is imported into an empty store and restored by a reset. */
  world?: string
  /** Start time of the clock, in ISO 8601. */
  clock?: string
  timeZone?: string
  /** At least 8 characters. */
  adminKey?: string
  /** Whether to generate an admin key if none is given; not in production. Default: true. */
  makeAdminKey?: boolean
  /** Whether to store a generated key where programs of the same user find it (announced-servers.ts). */
  announce?: boolean
  /** Whether tools ask before they change anything on this server: true in production. */
  isProtected?: boolean
  /** Whether this process is one of several workers on its port. Metrics then include all workers. */
  isWorker?: boolean
  /** Whether rate limits also apply to calls from this machine. */
  limitLoopback?: boolean
  /** Scheme and host that players use, if they differ from those of the requests. */
  publicUrl?: string
  /** Proxies trusted for the address, scheme and host of a caller (deployment.ts). Default: none. */
  trustProxy?: string
  /** Folder of the built client. */
  clientDir?: string
  log?: Logger
}

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly engine: Engine
  /** The clock of this process only. `/control/clock` sets the clocks of all processes over one database. */
  readonly clock: ControlledClock
  /** Given or generated; null disables admin calls and controls. */
  readonly adminKey: string | null
  /** The world imported at this start; null if none was requested or the store was not empty. */
  readonly importedWorld: World | null
  /** The data folder, or the URL of the database without its password; null for memory. */
  readonly storedIn: string | null
  /** Reports the server as not ready and closes each connection after its response. Requests are still answered. */
  drain(): void
  /** Finishes pending requests, then releases the port and the store. */
  close(): Promise<void>
}

/** Interval between two checks for a due roll-over. */
const DAY_CHECK_MS = 1000

/** Metrics load after this delay, so that they do not slow down the first responses. */
const METRICS_LOAD_MS = 1000

/**
 * Wires the reference server and listens.
 * @throws {StartupError} for a port in use, an unusable data folder or database, or invalid options.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const clock = startClock(options.clock)
  const publicUrl = checkedPublicUrl(options.publicUrl)
  const trustProxy = checkedTrustProxy(options.trustProxy)
  // The default is not checked: every start would wait while Intl loads its tables of time zones.
  const timeZone = options.timeZone ? checkedTimeZone(options.timeZone) : DEFAULT_TIME_ZONE
  const log = options.log ?? pino({ level: 'silent' })
  const open = await openStore(options, log)
  const { store } = open
  const outbox = options.outbox ?? new Outbox()
  let processes: Processes | null = null
  try {
    processes = (await open.join?.({ clock, outbox, timeZone })) ?? null
    const { clock: setting } = options
    if (setting !== undefined) await processes?.changeClock((shared) => shared.set(setting))
    if (clock.mode !== 'system') log.info({ now: clock.now() }, `the clock is ${clock.mode}`)
    const secrets = await open.secrets(options.seed)
    await processes?.announce()
    const givenKey = checkedAdminKey(options.adminKey)
    const adminKey = givenKey ?? ((options.makeAdminKey ?? true) ? await open.adminKey() : null)
    const seedWorld =
      options.world === undefined ? null : namedWorld(options.world, { seed: secrets.seed, timeZone })
    const importedWorld = seedWorld && (await importIfEmpty(store, () => seedWorld(clock.now())))
    const settings = {
      ...secrets,
      timeZone,
      adminKey,
      isProtected: options.isProtected ?? false,
    }
    const engine = createReferenceEngine(store, clock, settings, seedWorld, { outbox, shared: processes })
    await processes?.connect(engine)
    engine.onProblem = (err) => log.error({ err }, 'a task failed after its call had succeeded')
    engine.events.listen((event, isOwn) => {
      if (isOwn && event.type === 'clock-was-ahead')
        log.warn(event, 'the clock was set back: a later day has already started')
    })
    const clientDir =
      options.clientDir && existsSync(join(options.clientDir, 'index.html')) ? options.clientDir : null
    const limitLoopback = options.limitLoopback ?? false
    const end = new ServerEnd()
    const metrics = new Metrics(engine)
    const app = createApp(engine, {
      clientDir,
      log,
      limitLoopback,
      publicUrl,
      trustProxy,
      sharedLimits: processes,
      end,
      metrics,
    })
    const isProxy: (address: string, hop: number) => boolean = app.get('trust proxy fn')
    const server = createHttpServer(app, {
      classes: messageClasses(app),
      end,
      isUnlimited: (address) => (!limitLoopback && isLoopbackAddress(address)) || isProxy(address, 0),
    })
    // Express computes `request.ip` from the headers of trusted proxies, for upgrade requests too.
    const addressOf = (request: IncomingMessage) => (request as Request).ip
    const sockets = reactionSockets(server, engine, { log, limitLoopback, addressOf })
    metrics.sockets = () => sockets.count
    const shared = options.isWorker ? shareMetrics(() => metrics.json()) : null
    if (shared) metrics.others = shared.others
    await listen(server, options.port, options.host ?? '127.0.0.1')
    const loadMetrics = setTimeout(() => {
      metrics.load().catch((err) => log.error({ err }, 'the metrics failed to load; calls are not counted'))
    }, METRICS_LOAD_MS)
    let rollOver = Promise.resolve()
    const dayCheck = setInterval(() => {
      rollOver = engine
        .rollOverIfDue()
        .catch((error) => log.error({ err: error }, 'the roll-over failed; the next call tries again'))
    }, DAY_CHECK_MS)
    const { port, address, family } = server.address() as AddressInfo
    const withdraw =
      options.announce && adminKey !== null && givenKey === null ? announce(port, adminKey, log) : () => {}
    const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address)
      ? 'localhost'
      : family === 'IPv6'
        ? `[${address}]`
        : address
    return {
      url: `http://${host}:${port}`,
      engine,
      clock,
      adminKey,
      importedWorld,
      storedIn: open.place,
      drain: () => end.drain(),
      async close() {
        clearInterval(dayCheck)
        clearTimeout(loadMetrics)
        shared?.stop()
        engine.stopRollOver()
        withdraw()
        const lingers = end.isDraining
        end.close()
        sockets.close()
        await stopListening(server, { lingers })
        await rollOver
        await processes?.close()
        await store.close()
      },
    }
  } catch (error) {
    await processes?.close()
    await store.close()
    throw error
  }
}

/** A failure is only logged: users can still pass the key themselves. */
function announce(port: number, adminKey: string, log: Logger): () => void {
  try {
    return announceServer(port, adminKey)
  } catch (err) {
    log.warn(
      { err },
      'could not store the admin key for programs on this machine: set ADMIN_KEY, or pass the key in the data folder to those programs',
    )
    return () => {}
  }
}

function startClock(time: string | undefined): ControlledClock {
  const clock = new ControlledClock()
  if (time === undefined) return clock
  try {
    clock.set(time)
  } catch (error) {
    throw error instanceof RangeError ? new StartupError(error.message) : error
  }
  return clock
}

function checkedTimeZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    throw new StartupError(`'${zone}' is not a time zone. Use an IANA name such as ${DEFAULT_TIME_ZONE}.`)
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartupError(
            `Port ${port} is in use. Stop the program that listens on it, or choose another port with --port.`,
          ),
        )
      } else if (error.code === 'EACCES') {
        reject(
          new StartupError(
            `You are not allowed to listen on port ${port}. Choose one above 1023 with --port.`,
          ),
        )
      } else reject(error)
    })
    server.listen(port, host, resolve)
  })
}
