import { existsSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import proxyAddress from 'proxy-addr'
import { createApp, type TrustProxy } from '../doors/http/app.ts'
import { removePorts } from '../doors/http/forwarded-addresses.ts'
import { createHttpServer, type Tls } from '../doors/http/http-server.ts'
import { isLoopbackAddress } from '../doors/http/limits/loopback.ts'
import { Metrics } from '../doors/http/metrics/metrics.ts'
import { ServerEnd } from '../doors/http/server-end.ts'
import { closeIdleConnections, LINGER_MS, stopListening } from '../doors/http/stop-listening.ts'
import { reactionSockets } from '../doors/websocket/websocket.ts'
import { checkedMetricsKey } from '../platform/admin-key.ts'
import { shareMetrics } from '../processes/worker-metrics.ts'
import type { OpenEngine } from './open-engine.ts'

export interface DoorOptions {
  /** Whether this process is one of several workers on its port. Metrics then include all workers. */
  isWorker?: boolean
  /** Whether rate limits also apply to calls from this machine. Always so without {@link trustLoopback}. */
  limitLoopback?: boolean
  /**
   * Whether calls from this machine are not those of players, so that they need no rate limits and no key for `/metrics`:
   * not in production. Never so with a public URL or a trusted proxy. Default: true.
   */
  trustLoopback?: boolean
  /** Key of `/metrics` for Prometheus, at least 8 characters. */
  metricsKey?: string
  /** Serves HTTPS with this certificate. */
  tls?: Tls
  /** Folder of the built client. */
  clientDir?: string
  /** Whether the client is not ours, so that its files are served as they are. */
  isOwnClient?: boolean
  log?: Logger
}

/** Where players reach the server, checked (deployment.ts). */
export interface Site {
  readonly publicUrl: string | null
  readonly trustProxy: TrustProxy
}

export interface Doors {
  /** Does not listen yet. */
  readonly server: Server
  /** Reports the server as not ready, and closes connections after a response or when idle. Requests are still answered. */
  drain(): void
  /** Finishes pending requests. */
  close(): Promise<void>
}

/** Creates the HTTP and WebSocket doors of an engine. */
export function openDoors(
  { engine, operator, processes }: OpenEngine,
  { publicUrl, trustProxy }: Site,
  options: DoorOptions,
): Doors {
  const log = options.log ?? pino({ level: 'silent' })
  const clientDir =
    options.clientDir && existsSync(join(options.clientDir, 'index.html')) ? options.clientDir : null
  // A proxy on this machine need not add headers that tell its calls from local ones.
  const trustLoopback = (options.trustLoopback ?? true) && publicUrl === null && trustProxy === false
  const limitLoopback = !trustLoopback || (options.limitLoopback ?? false)
  const end = new ServerEnd()
  const metrics = new Metrics(engine)
  metrics.onProblem = (err) => log.error({ err }, 'the store cannot be read for the metrics')
  const app = createApp(engine, {
    clientDir,
    isOwnClient: options.isOwnClient ?? false,
    log,
    limitLoopback,
    trustLoopback,
    publicUrl,
    trustProxy,
    metricsKey: checkedMetricsKey(options.metricsKey, {
      admin: engine.settings.adminKey,
      moderator: engine.settings.moderatorKey ?? null,
    }),
    callCounts: processes?.callCounts ?? null,
    end,
    metrics,
  })
  const isProxy: (address: string, hop: number) => boolean = app.get('trust proxy fn')
  const server = createHttpServer(app, {
    end,
    tls: options.tls,
    isUnlimited: (address) => (!limitLoopback && isLoopbackAddress(address)) || isProxy(address, 0),
  })
  // As `request.ip` in Express, which sees no upgrade requests.
  const addressOf = (request: IncomingMessage) => {
    removePorts(request)
    return proxyAddress(request, isProxy)
  }
  const sockets = reactionSockets(server, engine, { log, limitLoopback, addressOf })
  metrics.sockets = () => sockets.count
  metrics.lastSave = () => operator.current.lastSave
  metrics.isMaintained = () => operator.current.maintenance !== null
  if (options.isWorker) metrics.text = shareMetrics(metrics.registries)
  let stopClosing: (() => void) | null = null
  return {
    server,
    drain() {
      end.drain()
      stopClosing ??= closeIdleConnections(server, LINGER_MS)
    },
    async close() {
      end.close()
      sockets.close()
      stopClosing ??= closeIdleConnections(server, 0)
      if (server.listening) await stopListening(server)
      stopClosing()
    },
  }
}
