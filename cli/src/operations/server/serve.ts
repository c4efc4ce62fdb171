import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { VERSION } from '@inkling/mock-server/contract/constants'
import { type RunningServer, type ServerOptions, startServer } from '@inkling/mock-server/server'
import { type Logger, pino } from 'pino'
import { CliError, EXIT } from '../../cli-error.ts'
import { waitingTimeOf } from '../../command-line/durations.ts'
import { runnable } from '../../command-line/invocation.ts'
import { CLIENT } from '../../places.ts'
import { tlsOf } from '../../settings/tls-files.ts'
import { escapedJson, onlyColours, writeJson, writeOut } from '../../terminal-text.ts'
import { LogDestination, standardError } from './log-destination.ts'
import { loggedError, withoutCredentials } from './logged-error.ts'
import {
  type ConfigValue,
  placeOf,
  pushOptions,
  readServeConfig,
  type ServeConfig,
  type ServeFlags,
} from './serve-config.ts'
import { serveWithWorkers, WORKER_PORT, workerCount } from './serve-workers.ts'
import { stopSignals } from './stop-signals.ts'
import { saveWorldIn, worldFileOf } from './world-file.ts'

export interface ServeOptions extends ServeFlags {
  seed?: string
  clock?: string
  world?: string
  /** Writes the world back into its file when the server stops. */
  saveOnExit?: boolean
  /** Serves the demo world in production too. */
  demo?: boolean
  /** Sends push messages although the data is another server's. */
  push?: boolean
  protected?: boolean
  verbose?: boolean
  output?: string
}

/** Enough for a load balancer that polls every second to notice that the server is not ready. */
const GRACE_WITH_DATABASE = '2s'

/** Runs the reference server until a signal arrives, then finishes the calls in progress. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = readServeConfig(options)
  const port = portOf(config.PORT)
  const isProduction = config.NODE_ENV.value?.toLowerCase() === 'production'
  const destination = new LogDestination(standardError())
  const log = logger(config, isProduction, options.verbose === true, destination)
  // In production every line is a JSON log line, and standard output is empty without --output.
  const say: Say = (sentence, details = {}) => {
    if (isProduction) log.info(details, sentence)
    else destination.write(runnable(onlyColours(`${sentence}\n`)))
  }
  const database = config.DATABASE_URL.value ?? undefined
  const { value: direct, source } = config.DATABASE_DIRECT_URL
  if (source === '--direct-store' && database === undefined)
    throw new CliError(EXIT.usage, '--direct-store needs --store, with the address of the pool.')
  const count = config.WORKERS.value === null ? null : workerCount(config.WORKERS.value, database)
  const graceMs = waitingTimeOf(config.GRACE.value ?? (database === undefined ? '0s' : GRACE_WITH_DATABASE))
  const { isWorker } = cluster
  const tls = tlsOf(config.TLS_CERT.value, config.TLS_KEY.value)
  const worldFile = options.saveOnExit ? worldFileOf(options) : null
  const isJson = /^jsonl?$/.test(options.output ?? process.env.INKLING_OUTPUT ?? '')
  const serverOptions: ServerOptions = {
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
    push: options.push === true && !isWorker,
    trustLoopback: !isProduction,
    housePlayer: config.HOUSE_PLAYER.value === '1',
    limitLoopback: config.RATE_LIMIT_LOOPBACK.value === '1',
    log,
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
    ...(worldFile !== null && { onStop: (exportWorld) => saveWorldIn(worldFile, exportWorld) }),
    ...pushOptions(config),
    ...(config.TRUST_PROXY.value !== null && { trustProxy: config.TRUST_PROXY.value }),
    ...(config.GAME_TIME_ZONE.value !== null && { timeZone: config.GAME_TIME_ZONE.value }),
  }
  if (count !== null && !isWorker) {
    const signals = stopSignals({ isWorker })
    const stop = await serveWithWorkers({
      server: serverOptions,
      count,
      graceMs,
      signals,
      reportStart: (first) => reportStart(first, { isJson, isProduction, say }),
      say,
    })
    say(`Stopped by ${stop}.`)
    return
  }
  const server = await startServer(serverOptions)
  // Before the address is printed, because a caller may stop the server as soon as it reads it.
  const signals = stopSignals({ isWorker })
  if (!isWorker) reportStart(server, { isJson, isProduction, say, worldFile })
  const signal = await signals.first
  if (signal === 'SIGTERM' && graceMs > 0) {
    server.drain()
    await signals.grace(graceMs)
  }
  await server.close()
  if (!isWorker) say(`Stopped by ${signal}.`)
}

/** Prints a sentence. @param details of a log line. */
type Say = (sentence: string, details?: Readonly<Record<string, unknown>>) => void

interface StartReport {
  readonly isJson: boolean
  readonly isProduction: boolean
  readonly say: Say
  readonly worldFile?: string | null
}

/** Prints the server's address and notes about it. */
function reportStart(
  server: RunningServer,
  { isJson, isProduction, say, worldFile = null }: StartReport,
): void {
  const { url, storedIn } = server
  if (isJson) writeJson({ url, storedIn, version: VERSION })
  else if (!isProduction) writeOut(`Inkling is served at ${url}\n`)
  const inMemory = worldFile === null ? 'in memory only' : `in memory, and written to ${worldFile} at the end`
  const data = `Data is ${storedIn === null ? inMemory : `stored in ${storedIn}`}.`
  if (isProduction) say(`Inkling ${VERSION} is served at ${url}. ${data}`, { version: VERSION, url })
  else say(`This is version ${VERSION}. ${data} Ctrl-C stops the server.`)
  if (!isProduction)
    say(
      `Try \`inkling console --target ${url}\` to watch and control it; ${url}/api/openapi.json has its calls.`,
    )
  if (server.adminKey === null) say('Admin calls and controls are off: set ADMIN_KEY to use them.')
  if (server.operator.current.isPushHeld)
    say(
      "No notifications are sent, because this world is another server's: add --push if this server takes its place.",
    )
  const group = server.importedWorld?.groups[0]
  if (group) say(`Join the group '${group.name}': ${server.url}/?code=${group.code}`)
  if (!existsSync(CLIENT)) say('The client is not built: run `npm run build` to serve it here.')
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

const LEVELS = ['error', 'warn', 'info', 'debug']

/** Creates a logger that writes JSON lines to standard error, with the level's name and an ISO 8601 time. */
function logger(
  { LOG_LEVEL }: ServeConfig,
  isProduction: boolean,
  isVerbose: boolean,
  destination: LogDestination,
): Logger {
  const level = LOG_LEVEL.value ?? (isVerbose ? 'debug' : isProduction ? 'info' : 'warn')
  if (!LEVELS.includes(level))
    throw new CliError(EXIT.usage, `LOG_LEVEL '${level}' is not a level: use one of ${LEVELS.join(', ')}.`)
  const formatters = { level: (label: string) => ({ level: label }) }
  const serializers = { err: loggedError }
  return pino(
    { level, formatters, serializers, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => destination.write(runnable(escapedJson(withoutCredentials(line)))) },
  )
}
