/// <reference lib="esnext.disposable" preserve="true" />
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentOf } from '../core/contract/world-lines.ts'
import { startServer as start } from '../server/main.ts'
import { worldName } from '../server/worlds/names.ts'
import { type Client, type ClientOptions, createClient, type Fault } from './client.ts'

/* `inkling/server`: the reference server for tests. */

export interface ServerOptions {
  /** Default: 0, which selects a free port. */
  readonly port?: number
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string
  /** Data folder. Default: none; everything is stored in memory. */
  readonly data?: string
  /**
   * Initial world: `empty` (the default), `demo` (a month of three groups, with a game in progress), `busy` (a day of 1,000
   * players), or the content of a file written by `inkling world export`.
   */
  readonly world?: 'empty' | 'demo' | 'busy' | (string & {}) | object
  /** Source of ids, words and pictures. Default: a random seed. */
  readonly seed?: string
  /** ISO 8601. The clock is frozen at this time. Default: the system time. */
  readonly clock?: string
  /** IANA name of the game's time zone. Default: `America/New_York`. */
  readonly timeZone?: string
  /** Key of admin calls and controls, at least 8 characters. Default: a random one. */
  readonly adminKey?: string
  /**
   * Folder of your own client, with an `index.html`. Its files are served at `/` as they are: without the security headers
   * and link previews of our client. Default: none.
   */
  readonly clientDir?: string
}

/** The server's clock. Methods that take a time throw a RangeError if it is invalid. */
export interface Clock {
  /** ISO 8601, UTC. */
  now(): string
  /** Sets the clock to an ISO 8601 time. A frozen clock stays frozen. */
  set(time: string): void
  advance(ms: number): void
  freeze(): void
  /** Freezes the clock at an ISO 8601 time. */
  freezeAt(time: string): void
  /** Returns to the system time. */
  resume(): void
}

/** The faults that the server injects into calls. Each method resolves to the faults with their counters. */
export interface Faults {
  list(): Promise<Fault[]>
  /** Replaces all faults. */
  put(faults: Fault[]): Promise<Fault[]>
  clear(): Promise<Fault[]>
}

/** A typed client with the token of a player. */
export interface SignedInPlayer extends Client {
  readonly userId: string
  readonly token: string
  readonly deviceId: string
}

export interface RunningServer extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string
  /** Value of the header `X-Admin-Key`. */
  readonly adminKey: string
  readonly clock: Clock
  readonly faults: Faults
  /** A typed client with the admin key. For calls of a player, pass `token`. */
  client(options?: Partial<ClientOptions>): Client
  /**
   * Signs a player in, who is created at the first call with a name: the same name is the same player again.
   * @throws {ApiError} for a name that the server refuses.
   */
  signIn(name: string): Promise<SignedInPlayer>
  /** Names and join codes of the groups of the initial world. */
  readonly groups: readonly { readonly name: string; readonly code: string }[]
  /** Finishes pending requests, then releases the port and the data folder. */
  close(): Promise<void>
}

/**
 * Starts the reference server in this process: by default in memory and on a free port.
 * `await using server = await startServer()` closes it at the end of the block.
 * @throws {RangeError} for an unknown world; {Error} for a port in use, a data folder in use, or invalid options. The message
 * says what to do.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { clientDir } = options
  if (clientDir !== undefined && !existsSync(join(clientDir, 'index.html')))
    throw new Error(
      `clientDir: there is no index.html in ${resolve(clientDir)}. Build your client, or name its folder.`,
    )
  return runServer(options, { isOwnClient: true })
}

async function runServer(options: ServerOptions, served: { isOwnClient: boolean }): Promise<RunningServer> {
  const { port = 0, data = null, clock, world = 'empty', ...rest } = options
  const server = await start({
    port,
    data,
    ...rest,
    ...served,
    world: worldOf(world),
    ...(clock !== undefined && { clock }),
  })
  if (clock !== undefined) server.clock.freezeAt(clock)
  const { url, adminKey, importedWorld } = server
  if (adminKey === null) throw new Error('The server has not generated an admin key.')
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= server.close()
    return closed
  }
  const client = (more: Partial<ClientOptions> = {}) => createClient({ baseUrl: url, adminKey, ...more })
  const admin = client()
  return {
    url,
    adminKey,
    clock: server.clock,
    faults: {
      list: () => admin.getFaults(),
      put: (faults) => admin.putFaults({ body: faults }),
      clear: () => admin.clearFaults(),
    },
    client,
    signIn: (name) => signIn(url, name),
    groups: importedWorld?.groups ?? [],
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** @throws {RangeError} for an unknown name; {SyntaxError} for a text that is not a world. */
function worldOf(world: string | object): string | object {
  if (typeof world !== 'string') return world
  return world.startsWith('{') ? Object(documentOf(world)) : worldName(world)
}

/** The name makes the device id, so that a name is one player. */
async function signIn(baseUrl: string, name: string): Promise<SignedInPlayer> {
  const deviceId = `device_of_${createHash('sha256').update(name).digest('hex')}`
  const { token, user, isNewUser } = await createClient({ baseUrl }).signInDevice({ body: { deviceId } })
  const client = createClient({ baseUrl, token: () => token })
  if (isNewUser) await client.updateProfile({ body: { username: name } })
  return { ...client, userId: user.id, token, deviceId }
}

/** Runs a test with a server. */
type Fixture = (context: object, use: (server: RunningServer) => Promise<void>) => Promise<void>

/**
 * A fixture for `test.extend` of Vitest and Playwright: each test that names it gets its own server, which serves the
 * client too. Without a seed, all tests of the fixture have the same random one, so that their world is built once.
 * @throws {Error} if the client is not built, unless `clientDir` names another folder.
 */
export function serverFixture(options: ServerOptions = {}): Fixture {
  const seed = randomUUID()
  // Both tools read the names of other fixtures from the braces.
  // biome-ignore lint/correctness/noEmptyPattern: it uses no other fixture
  return async ({}, use) => {
    const server =
      options.clientDir === undefined
        ? await runServer({ seed, ...options, clientDir: builtClient() }, { isOwnClient: false })
        : await startServer({ seed, ...options })
    try {
      await use(server)
    } finally {
      await server.close()
    }
  }
}

/** The client in the package or in a checkout, as seen from the bundle or from this file. */
function builtClient(): string {
  const places = ['../../client/dist', '../../../client/dist']
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)
  if (found === undefined) throw new Error('The client is not built: run `npm run build`, or set clientDir.')
  return found
}
