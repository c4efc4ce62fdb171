import { existsSync } from 'node:fs'
import { VERSION } from '@inkling/mock-server/contract/constants'
import {
  checkOptions,
  lastConnections,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '@inkling/mock-server/server'
import { type Logger, pino } from 'pino'
import { runnable } from '../../command-line/invocation.ts'
import { CLIENT } from '../../places.ts'
import { escapedJson, onlyColours, writeJson, writeOut } from '../../terminal-text.ts'
import { LogDestination, standardError } from './log-destination.ts'
import { loggedError, withoutCredentials } from './logged-error.ts'
import { printable, readServeConfig } from './serve-config.ts'
import { type ServeOptions, serveSetup } from './serve-setup.ts'
import { serveWithWorkers } from './serve-workers.ts'
import { stopSignals } from './stop-signals.ts'
import { saveWorldIn } from './world-file.ts'

/** Runs the reference server until a signal arrives, then finishes the calls in progress. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = readServeConfig(options)
  const setup = serveSetup(options, config)
  const { isProduction, workers, graceMs, worldFile } = setup
  const { isWorker = false } = setup.server
  const destination = new LogDestination(standardError())
  const log = logger(setup.logLevel, destination)
  // In production every line is a JSON log line, and standard output is empty without --output.
  const say: Say = (sentence, details = {}) => {
    if (isProduction) log.info(details, sentence)
    else destination.write(runnable(onlyColours(`${sentence}\n`)))
  }
  const isJson = /^jsonl?$/.test(options.output ?? process.env.INKLING_OUTPUT ?? '')
  const serverOptions: ServerOptions = {
    ...setup.server,
    log,
    ...(worldFile !== null && { onStop: (exportWorld) => saveWorldIn(worldFile, exportWorld) }),
  }
  if (workers !== null && !isWorker) {
    const signals = stopSignals({ isWorker })
    const stop = await serveWithWorkers({
      server: serverOptions,
      count: workers,
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
  const { adminKey } = setup.server
  const { world } = options
  if (!isWorker)
    reportStart(server, { isJson, isProduction, say, worldFile, world, hasOwnKey: adminKey !== undefined })
  const signal = await signals.first
  if (signal === 'SIGTERM' && graceMs > 0) {
    server.drain()
    await signals.grace(graceMs)
  }
  await server.close()
  if (isWorker) await lastConnections()
  else say(`Stopped by ${signal}.`)
}

/**
 * The rows of `--print-config`.
 * @throws {CliError} or {@link StartupError} for a value with which `serve` would not start.
 */
export function printedConfig(options: ServeOptions): ReturnType<typeof printable> {
  const config = readServeConfig(options)
  checkOptions(serveSetup(options, config).server)
  return printable(config)
}

/** Prints a sentence. @param details of a log line. */
type Say = (sentence: string, details?: Readonly<Record<string, unknown>>) => void

interface StartReport {
  readonly isJson: boolean
  readonly isProduction: boolean
  readonly say: Say
  readonly worldFile?: string | null
  readonly world?: string | undefined
  /** Whether the admin key was given, so that the commands of this machine do not find it. */
  readonly hasOwnKey?: boolean
}

/** Prints the server's address and notes about it. */
function reportStart(
  server: RunningServer,
  { isJson, isProduction, say, worldFile = null, world, hasOwnKey = false }: StartReport,
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
  if (!isProduction && hasOwnKey)
    say('In another shell, give the admin key with --admin-key-file FILE or in INKLING_ADMIN_KEY.')
  if (world !== undefined && server.importedWorld === null)
    say(`${storedIn} has a world already: --world ${world} is ignored.`)
  if (server.adminKey === null) say('Admin calls and controls are off: set ADMIN_KEY to use them.')
  if (server.operator.current.isPushHeld)
    say(
      "No notifications are sent, because this world is another server's: add --push if this server takes its place.",
    )
  const group = server.importedWorld?.groups[0]
  if (group) say(`Join the group '${group.name}': ${server.url}/?code=${group.code}`)
  if (!existsSync(CLIENT)) say('The client is not built: run `npm run build` to serve it here.')
}

/** Creates a logger that writes JSON lines to standard error, with the level's name and an ISO 8601 time. */
function logger(level: string, destination: LogDestination): Logger {
  const formatters = { level: (label: string) => ({ level: label }) }
  const serializers = { err: loggedError }
  return pino(
    { level, formatters, serializers, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => destination.write(runnable(escapedJson(withoutCredentials(line)))) },
  )
}
