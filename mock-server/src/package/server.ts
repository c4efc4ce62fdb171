import { startServer as start } from '../main.ts'

/* `inkling/server`: the reference server for tests. */

export interface ServerOptions {
  /** Default: 0, a free one. */
  readonly port?: number
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string
  /** Data folder. Default: none, everything is in memory. */
  readonly data?: string
  /** World to begin with: `empty` (the default), `demo` or `busy`. */
  readonly world?: 'empty' | 'demo' | 'busy'
  /** Ids, words and pictures derive from it. Default: a random one. */
  readonly seed?: string
  /** ISO 8601; the clock stands still there until it is moved. Default: the system's time. */
  readonly clock?: string
  /** IANA name of the game's zone. Default: `America/New_York`. */
  readonly timeZone?: string
  /** Key of admin calls and controls, at least 8 characters. Default: a random one. */
  readonly adminKey?: string
  /** Folder of a built client to serve at `/`. Default: none. */
  readonly clientDir?: string
}

/** The server's clock. Methods that take a time throw a RangeError for one that makes no sense. */
export interface Clock {
  /** ISO 8601, UTC. */
  now(): string
  /** Sets an ISO 8601 time; a frozen clock stands at it. */
  set(time: string): void
  advance(ms: number): void
  freeze(): void
  /** Stands still at an ISO 8601 time. */
  freezeAt(time: string): void
  /** Goes back to the system's time. */
  resume(): void
}

export interface RunningServer extends AsyncDisposable {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  /** For the header `X-Admin-Key`. */
  readonly adminKey: string
  readonly clock: Clock
  /** Join codes and names of the groups of the world it began with. */
  readonly groups: readonly { readonly name: string; readonly code: string }[]
  /** Answers calls in flight, then releases the port and the data folder. */
  close(): Promise<void>
}

/**
 * Starts the reference server in this process: by default in memory and on a free port.
 * `await using server = await startServer()` closes it at the end of the block.
 * @throws {Error} for a busy port, a data folder in use, or options that make no sense, with a sentence that says what to do.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { port = 0, data = null, clock, ...rest } = options
  const server = await start({ port, data, ...rest, ...(clock !== undefined && { clock }) })
  if (clock !== undefined) server.clock.freezeAt(clock)
  const { url, adminKey, planted } = server
  if (adminKey === null) throw new Error('The server has made no admin key.')
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= server.close()
    return closed
  }
  return {
    url,
    adminKey,
    clock: server.clock,
    groups: (planted?.groups ?? []).map(({ name, code }) => ({ name, code })),
    close,
    [Symbol.asyncDispose]: close,
  }
}
