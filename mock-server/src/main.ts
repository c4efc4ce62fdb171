import { existsSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Request } from 'express'
import { type Logger, pino } from 'pino'
import { checkedAdminKey } from './compose/admin-key.ts'
import { announceServer } from './compose/announced-servers.ts'
import { checkedPublicUrl, checkedTrustProxy } from './compose/deployment.ts'
import { namedWorld, plantWhereEmpty } from './compose/named-world.ts'
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
  /** 0 takes a free one. */
  port: number
  host?: string
  /** Data folder; null keeps everything in memory. */
  data: string | null
  /** An open store, which the server closes at its end; `data` is null then. */
  store?: Store
  /** Where push messages go, instead of an outbox that only `/control/outbox` shows. */
  outbox?: Outbox
  /** Address of a PostgreSQL database, instead of the data folder. */
  database?: string
  /** Address of the database itself, where `database` is that of a pool in transaction mode in front of it. */
  directDatabase?: string
  /** Without it, a random one; a data folder keeps its own. */
  seed?: string
  /** Name of the world to begin with when the data folder is new, and to go back to on a reset. */
  world?: string
  /** ISO 8601: the clock goes on from there. */
  clock?: string
  timeZone?: string
  /** At least 8 characters. */
  adminKey?: string
  /** Whether a server without a key makes one; not in production. True unless it says otherwise. */
  makeAdminKey?: boolean
  /** Whether a key that was made is left where programs of the same user find it (announced-servers.ts). */
  announce?: boolean
  /** Whether tools ask before they change anything here: it is in production. */
  isProtected?: boolean
  /** Whether this process is one of several workers on its port: metrics then are those of all. */
  isWorker?: boolean
  /** Whether calls from this machine are limited too. */
  limitLoopback?: boolean
  /** Scheme and host that players use, where that is not what reaches the server. */
  publicUrl?: string
  /** Proxies to believe about the address, scheme and host of a caller (deployment.ts); none unless it says so. */
  trustProxy?: string
  /** Folder of the built client. */
  clientDir?: string
  log?: Logger
}

export interface RunningServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  readonly engine: Engine
  /** Of this process: `/control/clock` sets that of all processes over one database. */
  readonly clock: ControlledClock
  /** Set or made; null when there is none, and admin calls and controls are off. */
  readonly adminKey: string | null
  /** The world that it began with just now; null when none was asked for, or somebody had been there before. */
  readonly planted: World | null
  /** The data folder, or the database without its password; null when nothing outlives the process. */
  readonly storedIn: string | null
  /** Is not ready any more, and lets clients open their next connection elsewhere; answers as before. */
  drain(): void
  /** Finishes what is in flight, then releases the port and the store. */
  close(): Promise<void>
}

/** How often the server looks whether a day has ended. */
const DAY_CHECK_MS = 1000

/** The first calls are answered by then. */
const METRICS_LOAD_MS = 1000

/**
 * Wires the reference server and listens.
 * @throws {StartupError} for a busy port, a data folder or database that cannot be used, or options that make no sense.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const clock = startClock(options.clock)
  // To check the one that is known would have every start wait for the tables of all.
  const publicUrl = checkedPublicUrl(options.publicUrl)
  const trustProxy = checkedTrustProxy(options.trustProxy)
  const timeZone = options.timeZone ? checkedTimeZone(options.timeZone) : DEFAULT_TIME_ZONE
  const log = options.log ?? pino({ level: 'silent' })
  const open = await openStore(options, log)
  const { store } = open
  const outbox = options.outbox ?? new Outbox()
  let processes: Processes | null = null
  try {
    processes = (await open.join?.({ clock, outbox })) ?? null
    const { clock: setting } = options
    if (setting !== undefined) await processes?.changeClock((shared) => shared.set(setting))
    if (clock.mode !== 'system') log.info({ now: clock.now() }, `the clock is ${clock.mode}`)
    const secrets = await open.secrets(options.seed)
    await processes?.announce()
    const givenKey = checkedAdminKey(options.adminKey)
    const adminKey = givenKey ?? ((options.makeAdminKey ?? true) ? await open.adminKey() : null)
    const seedWorld =
      options.world === undefined ? null : namedWorld(options.world, { seed: secrets.seed, timeZone })
    const planted = seedWorld && (await plantWhereEmpty(store, () => seedWorld(clock.now())))
    const settings = {
      ...secrets,
      timeZone,
      adminKey,
      isProtected: options.isProtected ?? false,
    }
    const engine = createReferenceEngine(store, clock, settings, seedWorld, { outbox, shared: processes })
    await processes?.connect(engine)
    engine.onProblem = (err) => log.error({ err }, 'something failed after a call had succeeded')
    engine.events.listen((event, isOwn) => {
      if (isOwn && event.type === 'clock-was-ahead')
        log.warn(event, 'the clock was ahead: a later day had begun already')
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
    // Express gives every request of this server the address that its proxies tell.
    const addressOf = (request: IncomingMessage) => (request as Request).ip
    const sockets = reactionSockets(server, engine, { log, limitLoopback, addressOf })
    metrics.sockets = () => sockets.count
    const shared = options.isWorker ? shareMetrics(() => metrics.json()) : null
    if (shared) metrics.others = shared.others
    await listen(server, options.port, options.host ?? '127.0.0.1')
    const loadMetrics = setTimeout(() => {
      metrics.load().catch((err) => log.error({ err }, 'calls are not counted'))
    }, METRICS_LOAD_MS)
    let keepingDay = Promise.resolve()
    const dayCheck = setInterval(() => {
      keepingDay = engine
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
      planted,
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
        await keepingDay
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

/** A server whose key cannot be found is served all the same: the key can still be given by hand. */
function announce(port: number, adminKey: string, log: Logger): () => void {
  try {
    return announceServer(port, adminKey)
  } catch (err) {
    log.warn(
      { err },
      'the admin key could not be left for programs on this machine: set ADMIN_KEY, or give them the key of the data folder',
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
            `Port ${port} is in use. Stop what listens there, or choose another one with --port.`,
          ),
        )
      } else if (error.code === 'EACCES') {
        reject(new StartupError(`Port ${port} is not allowed to you. Choose one above 1023 with --port.`))
      } else reject(error)
    })
    server.listen(port, host, resolve)
  })
}
