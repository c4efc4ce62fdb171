import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { ServerOptions } from '@inkling/mock-server/server'
import { CliError, EXIT } from '../../cli-error.ts'
import { waitingTimeOf } from '../../command-line/durations.ts'
import { CLIENT } from '../../places.ts'
import { tlsOf } from '../../settings/tls-files.ts'
import { type ConfigValue, placeOf, pushOptions, type ServeConfig, type ServeFlags } from './serve-config.ts'
import { WORKER_PORT, workerCount } from './serve-workers.ts'
import { worldFileOf } from './world-file.ts'

export interface ServeOptions extends ServeFlags {
  seed?: string
  clock?: string
  world?: string
  /** Writes the world back into its file when the server stops. */
  saveOnExit?: boolean
  /** Serves the demo world in production too. */
  demo?: boolean
  protected?: boolean
  verbose?: boolean
  output?: string
}

/** What `serve` runs with. */
export interface ServeSetup {
  readonly server: ServerOptions
  readonly isProduction: boolean
  readonly logLevel: string
  /** The number of worker processes; null to serve from this one. */
  readonly workers: number | null
  readonly graceMs: number
  /** The file that the world is written back into; null for none. */
  readonly worldFile: string | null
}

/** Enough for a load balancer that polls every second to notice that the server is not ready. */
const GRACE_WITH_DATABASE = '2s'

/** @throws {CliError} for the first value that `serve` does not understand. The server checks its own (checkOptions). */
export function serveSetup(options: ServeOptions, config: ServeConfig): ServeSetup {
  const port = portOf(config.PORT)
  const isProduction = environmentOf(config) === 'production'
  const logLevel = levelOf(config, isProduction, options.verbose === true)
  const database = config.DATABASE_URL.value ?? undefined
  const { value: direct, source } = config.DATABASE_DIRECT_URL
  if (source === '--direct-store' && database === undefined)
    throw new CliError(EXIT.usage, '--direct-store needs --store, with the address of the pool.')
  const workers =
    config.WORKERS.value === null
      ? null
      : workerCount(config.WORKERS.value, database, placeOf(config, 'WORKERS'))
  const graceMs = waitingTimeOf(
    config.GRACE.value ?? (database === undefined ? '0s' : GRACE_WITH_DATABASE),
    placeOf(config, 'GRACE'),
  )
  const { isWorker } = cluster
  const tls = tlsOf(config.TLS_CERT.value, config.TLS_KEY.value)
  const worldFile = options.saveOnExit ? worldFileOf(options) : null
  const server: ServerOptions = {
    port: isWorker ? Number(process.env[WORKER_PORT]) : port,
    host: config.LISTEN_HOST.value ?? '',
    data: config.DATA_DIR.value,
    clientDir: CLIENT,
    makeAdminKey: !isProduction,
    announce: !isWorker,
    isWorker,
    isProtected: options.protected === true || isProduction,
    refuseDemo: isProduction && options.demo !== true,
    // A worker that is started again must not undo what a restore has decided meanwhile.
    push: isOn(config, 'PUSH') && !isWorker,
    trustLoopback: !isProduction,
    housePlayer: isOn(config, 'HOUSE_PLAYER'),
    limitLoopback: isOn(config, 'RATE_LIMIT_LOOPBACK'),
    ...(database !== undefined && { database }),
    ...(direct !== null && { directDatabase: direct }),
    places: {
      database: placeOf(config, 'DATABASE_URL'),
      directDatabase: placeOf(config, 'DATABASE_DIRECT_URL'),
    },
    ...(options.seed !== undefined && { seed: options.seed }),
    // Workers, including restarted ones, use the clock stored in the database.
    ...(options.clock !== undefined && !isWorker && { clock: options.clock }),
    // A file to save in is created at the end.
    ...(options.world !== undefined &&
      (worldFile === null || existsSync(worldFile)) && { world: options.world }),
    ...(config.ADMIN_KEY.value !== null && { adminKey: config.ADMIN_KEY.value }),
    ...(config.MODERATOR_KEY.value !== null && { moderatorKey: config.MODERATOR_KEY.value }),
    ...(config.METRICS_KEY.value !== null && { metricsKey: config.METRICS_KEY.value }),
    ...(tls && { tls }),
    ...pushOptions(config),
    ...(config.TRUST_PROXY.value !== null && { trustProxy: config.TRUST_PROXY.value }),
    ...(config.GAME_TIME_ZONE.value !== null && { timeZone: config.GAME_TIME_ZONE.value }),
  }
  return { server, isProduction, logLevel, workers, graceMs, worldFile }
}

const ENVIRONMENTS = ['production', 'development', 'test']

/** A misspelt production would be a server without its protection. */
function environmentOf({ NODE_ENV }: ServeConfig): string | undefined {
  const environment = NODE_ENV.value?.toLowerCase()
  if (environment === undefined || ENVIRONMENTS.includes(environment)) return environment
  throw new CliError(
    EXIT.usage,
    `NODE_ENV '${NODE_ENV.value}' is not an environment: use one of ${ENVIRONMENTS.join(', ')}, or unset it.`,
  )
}

function portOf({ value, source }: ConfigValue): number {
  const port = value === '' ? Number.NaN : Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  const name = source === '--port' ? source : 'PORT'
  throw new CliError(
    EXIT.usage,
    `${name} '${value}' is not a port. Use a number from 0 to 65535; 0 chooses a free one.`,
  )
}

function isOn(config: ServeConfig, name: 'HOUSE_PLAYER' | 'PUSH' | 'RATE_LIMIT_LOOPBACK'): boolean {
  const { value } = config[name]
  if (value === '0' || value === '1') return value === '1'
  throw new CliError(EXIT.usage, `${name} '${value}' is neither 1 nor 0: use 1 for on, 0 for off.`)
}

const LEVELS = ['error', 'warn', 'info', 'debug']

function levelOf({ LOG_LEVEL }: ServeConfig, isProduction: boolean, isVerbose: boolean): string {
  const level = LOG_LEVEL.value ?? (isVerbose ? 'debug' : isProduction ? 'info' : 'warn')
  if (LEVELS.includes(level)) return level
  throw new CliError(EXIT.usage, `LOG_LEVEL '${level}' is not a level: use one of ${LEVELS.join(', ')}.`)
}
