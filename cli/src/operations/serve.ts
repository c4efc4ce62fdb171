import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startServer } from '@inkling/mock-server/main'
import { pino } from 'pino'
import { CliError, EXIT } from '../cli-error.ts'

export interface ServeOptions {
  port: string
  host: string
  data?: string
  memory?: boolean
  /** Address of a PostgreSQL database. */
  store?: string
  seed?: string
  clock?: string
  world?: string
  protected?: boolean
  adminKey?: string
  verbose?: boolean
}

const clientDir = fileURLToPath(new URL('../../../client/dist', import.meta.url))

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
  const { GAME_TIME_ZONE, ADMIN_KEY, DATABASE_URL, NODE_ENV, PUBLIC_URL, RATE_LIMIT_LOOPBACK, TRUST_PROXY } =
    process.env
  const adminKey = options.adminKey ?? ADMIN_KEY
  const database = options.store ?? (places.length === 0 ? DATABASE_URL || undefined : undefined)
  const data = options.memory ? null : (options.data ?? '.inkling')
  const server = await startServer({
    port,
    host: options.host,
    data,
    clientDir,
    makeAdminKey: NODE_ENV?.toLowerCase() !== 'production',
    announce: true,
    isProtected: options.protected === true || NODE_ENV?.toLowerCase() === 'production',
    limitLoopback: RATE_LIMIT_LOOPBACK === '1',
    log: pino({ level: options.verbose ? 'debug' : 'warn' }, pino.destination(2)),
    ...(database !== undefined && { database }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.clock !== undefined && { clock: options.clock }),
    ...(options.world !== undefined && { world: options.world }),
    ...(adminKey !== undefined && { adminKey }),
    ...(PUBLIC_URL !== undefined && { publicUrl: PUBLIC_URL }),
    ...(TRUST_PROXY !== undefined && { trustProxy: TRUST_PROXY }),
    ...(GAME_TIME_ZONE !== undefined && { timeZone: GAME_TIME_ZONE }),
  })
  // Before anybody is told where it is: they may stop it at once.
  const toldToStop = new Promise<NodeJS.Signals>((resolve) => {
    // A second Ctrl-C is impatience. A second SIGTERM comes of a supervisor that tells every process of a tree.
    process.once('SIGINT', resolve)
    process.on('SIGTERM', resolve)
  })
  process.stdout.write(`Inkling is served at ${server.url}\n`)
  process.stderr.write(
    `${server.storedIn === null ? 'Nothing is kept.' : `Data is kept in ${server.storedIn}.`} Ctrl-C stops it.\n`,
  )
  if (server.adminKey === null)
    process.stderr.write('Admin calls and controls are off: set ADMIN_KEY to use them.\n')
  const group = server.planted?.groups[0]
  if (group)
    process.stderr.write(`Join '${group.name}' and play with them: ${server.url}/?code=${group.code}\n`)
  if (!existsSync(clientDir))
    process.stderr.write('The client is not built: run `npm run build` to serve it here.\n')
  const signal = await toldToStop
  await server.close()
  process.stderr.write(`Stopped by ${signal}.\n`)
}
