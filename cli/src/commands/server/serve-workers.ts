import { announceServer } from '@inkling/mock-server/machine'
import { type RunningServer, type ServerOptions, startServer, Workers } from '@inkling/mock-server/server'
import { CliError, EXIT } from '../../cli-error.ts'
import type { StopSignals } from './stop-signals.ts'

/** Environment variable with the port of the workers, which the parent chooses once. */
export const WORKER_PORT = 'INKLING_WORKER_PORT'

const MAX_WORKERS = 64
/** Workers that are still running this long after the grace period are killed. */
const MAX_CLOSE_MS = 15_000

export interface WorkersOptions {
  readonly server: ServerOptions
  readonly count: number
  readonly graceMs: number
  readonly signals: StopSignals
  /** Prints the server's address, once. */
  readonly reportStart: (server: RunningServer) => void
  /** Reports starts and ends of workers. */
  readonly say: (sentence: string) => void
}

/** Parses the number of worker processes. @throws {CliError} */
export function workerCount(text: string, database: string | undefined, place: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS)
    throw new CliError(
      EXIT.usage,
      `${place} '${text}' is not a number of processes: use one from 1 to ${MAX_WORKERS}.`,
    )
  if (database === undefined)
    throw new CliError(
      EXIT.usage,
      `${place} needs a PostgreSQL database, because only one process can use a data folder or memory. Name the database with --store postgres://user@host/database, or leave ${place} out.`,
    )
  return count
}

/** Runs worker processes that share one port, until a signal arrives. @returns the signal. */
export async function serveWithWorkers(options: WorkersOptions): Promise<NodeJS.Signals> {
  const { server, count, graceMs, signals, reportStart, say } = options
  // Sets up the database before the workers start, and reports an invalid configuration once.
  const first = await startServer({ ...server, announce: false })
  await first.close()
  const workers = new Workers({
    count,
    env: { [WORKER_PORT]: String(portOf(first)) },
    say,
  })
  const stop = (now: boolean) => workers.stop({ now, withinMs: (now ? 0 : graceMs) + MAX_CLOSE_MS })
  const withdraw = await announce(first, server)
  try {
    const early = await Promise.race([workers.listening(), signals.first])
    if (early === undefined) reportStart(first)
    const signal = await Promise.race([signals.first, workers.failed])
    await stop(signal === 'SIGINT')
    return signal
  } catch (error) {
    await stop(true)
    throw error
  } finally {
    withdraw()
  }
}

/** A URL object has no port if it is the default one. */
const portOf = ({ url }: Pick<RunningServer, 'url'>): number => Number(url.slice(url.lastIndexOf(':') + 1))

async function announce(
  { url, adminKey }: RunningServer,
  { log, ...given }: ServerOptions,
): Promise<() => void> {
  if (adminKey === null || given.adminKey) return () => {}
  try {
    return await announceServer(portOf({ url }), adminKey)
  } catch (err) {
    log?.warn({ err }, 'the admin key could not be shared with programs on this machine: set ADMIN_KEY')
    return () => {}
  }
}
